import type { Document, Drift } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { Gauge } from 'prom-client';
import { Replay, type RecordedAccount, type RecordedEntry } from '../domain/ledger.js';
import { balancesJson } from '../ledger/account.js';

const page = 1_000;
const beforeAllPaid = { contractEndsOn: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const beforeAllDocuments = { taxId: '', docType: '' };

type Account = Omit<RecordedAccount, 'paidMonths'>;
interface Paid {
  contractEndsOn: string;
  id: string;
  months: number;
  /** How the access differs from what was paid. */
  drift: string | null;
}
interface Readable extends Document {
  drift: string | null;
}

/** Replays one ledger in one snapshot, page by page, and compares the result with the account. */
function compareLedger(database: Database, contractId: string, betweenPages: () => Promise<void>): Promise<Drift[]> {
  return database.transaction(async (tx) => {
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const account = await readAccount(tx, contractId);
    const replay = new Replay();
    for (let entries = await entriesAfter(tx, contractId, 0); entries.length > 0;) {
      replay.take(entries);
      await betweenPages();
      entries = await entriesAfter(tx, contractId, entries.at(-1)!.seq);
    }
    const ofAccesses: string[] = [];
    let paidMonths = 0;
    for (let paid = await paidAfter(tx, contractId, beforeAllPaid); paid.length > 0;) {
      paidMonths += paid.reduce((sum, { months }) => sum + months, 0);
      ofAccesses.push(...paid.flatMap(({ drift }) => drift ?? []));
      await betweenPages();
      paid = await paidAfter(tx, contractId, paid.at(-1)!);
    }
    for (let readable = await readableAfter(tx, contractId, beforeAllDocuments); readable.length > 0;) {
      ofAccesses.push(...readable.flatMap(({ drift }) => drift ?? []));
      await betweenPages();
      readable = await readableAfter(tx, contractId, readable.at(-1)!);
    }
    return [
      ...replay.end({ ...account, paidMonths }).map((detail) => ({ contractId, what: 'ledger', detail })),
      ...ofAccesses.map((detail) => ({ contractId, what: 'access', detail })),
    ];
  });
}

async function readAccount(tx: Transaction, contractId: string): Promise<Account> {
  const [account] = await tx.rows<Account>(
    sql`SELECT ${balancesJson} AS balances,
       (SELECT coalesce(sum(amount), 0)::int FROM billing.quota_hold WHERE contract_id = $1 AND resolved_at IS NULL) AS open_holds
     FROM billing.quota_account WHERE contract_id = $1`,
    [contractId],
  );
  return account as Account;
}

function entriesAfter(tx: Transaction, contractId: string, seq: number): Promise<RecordedEntry[]> {
  return tx.rows<RecordedEntry>(
    sql`SELECT seq::int, kind, months, ${balancesJson} AS after
     FROM billing.quota_entry WHERE contract_id = $1 AND seq > $2 ORDER BY seq LIMIT ${page}`,
    [contractId, seq],
  );
}

/** The months of monitorings, and each profile that can be read for a longer or shorter time than was paid. */
function paidAfter(tx: Transaction, contractId: string, { contractEndsOn, id }: Pick<Paid, 'contractEndsOn' | 'id'>): Promise<Paid[]> {
  return tx.rows<Paid>(
    sql`SELECT contract_ends_on, paid.id, months - returned_months AS months,
       CASE WHEN paid_to IS NOT NULL AND access.state IS DISTINCT FROM 'pending' AND (access.state IS DISTINCT FROM 'active' OR expires_at IS DISTINCT FROM paid_to)
         THEN paid.doc_type || ' ' || paid.tax_id || CASE WHEN access.state = 'active' THEN ' can be read until ' || coalesce(expires_at::text, 'ever')
           ELSE coalesce(' is ' || access.state, ' has no access') END || ', it is paid to ' || expires_on
       END AS drift
     FROM (
       SELECT *, CASE WHEN state = 'live' AND expires_on >= public.lima_today() THEN (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima' END AS paid_to
       FROM billing.monitoring WHERE contract_id = $1 AND (contract_ends_on, id) > ($2, $3) ORDER BY contract_ends_on, id LIMIT ${page}) AS paid
     LEFT JOIN billing.access ON paid_to IS NOT NULL
       AND (access.corporation_id, access.tax_id, access.doc_type) = (paid.corporation_id, paid.tax_id, paid.doc_type)
     ORDER BY contract_ends_on, paid.id`,
    [contractId, contractEndsOn, id],
  );
}

/**
 * Each monitored profile that can be read without having been paid, or for longer. Those that are paid for today or later were compared with
 * what was paid. An access does not name its contract, so they are compared with the newest ledger of the corporation alone. Monitoring under
 * a monthly contract has no end; if that contract is over, upkeep writes the end.
 */
function readableAfter(tx: Transaction, contractId: string, { taxId, docType }: { taxId: string; docType: string }): Promise<Readable[]> {
  return tx.rows<Readable>(
    sql`SELECT access.doc_type, access.tax_id, CASE WHEN is_monitored AND (paid_to IS NULL
         OR paid_to < public.lima_today() AND coalesce(expires_at > (paid_to + 1)::timestamp AT TIME ZONE 'America/Lima', true))
         THEN access.doc_type || ' ' || access.tax_id || ' can be read until ' || coalesce(expires_at::text, 'ever') || ', ' || coalesce('it is paid to ' || paid_to, 'it is not paid')
       END AS drift
     FROM (
       SELECT *, state = 'active' AND mode = 'monitoring' AND CASE WHEN expires_at IS NULL THEN NOT EXISTS (
           SELECT FROM billing.contract AS monthly
           WHERE monthly.corporation_id = access.corporation_id AND kind = 'monthly' AND starts_on <= public.lima_today())
         ELSE expires_at > public.business_now() END AS is_monitored FROM billing.access
       WHERE corporation_id = (
           SELECT corporation_id FROM billing.contract AS own WHERE id = $1 AND starts_on <= public.lima_today() AND NOT EXISTS (
             SELECT FROM billing.contract AS later WHERE later.corporation_id = own.corporation_id AND later.kind = 'one_time'
               AND later.starts_on > own.starts_on AND later.starts_on <= public.lima_today()))
         AND (tax_id, doc_type) > ($2, $3)
       ORDER BY tax_id, doc_type LIMIT ${page}) AS access
     CROSS JOIN LATERAL (
       SELECT max(expires_on) AS paid_to FROM billing.monitoring AS paid
       WHERE is_monitored AND (paid.corporation_id, paid.tax_id, paid.doc_type) = (access.corporation_id, access.tax_id, access.doc_type)
         AND paid.state = 'live') AS newest
     ORDER BY tax_id, doc_type`,
    [contractId, taxId, docType],
  );
}

const found = new Gauge({
  name: 'vigia_ledger_drifts',
  help: 'Differences that the last comparison of every ledger found, on whichever replica; anything but 0 is an error',
});

/** The time after which a comparison is repeated if it failed or its replica died. */
const repeatAfterMs = 60_000;

/**
 * Compares every ledger now, one contract after the other. The one that was compared longest ago is the first: if the time of the caller is too
 * short for all, the next call goes on with others.
 */
export async function verifyLedgers(database: Database, signal: AbortSignal): Promise<{ contracts: number; drifts: Drift[] }> {
  const ledgers = await database.rows<{ contractId: string }>(
    sql`SELECT contract_id FROM billing.ledger_check ORDER BY checked_at NULLS FIRST, contract_id`,
  );
  const drifts: Drift[] = [];
  for (const { contractId } of ledgers) drifts.push(...(await verifyLedger(database, contractId, signal)));
  await tellDrifts(database);
  return { contracts: ledgers.length, drifts };
}

/**
 * Compares the ledger that has been due longest, unless another replica is comparing it; one that failed takes its turn from the end of its
 * lease. It stays due until it is compared, so that one that fails each time is overdue. A stopping replica leaves it between two pages, and
 * another replica starts it again at once.
 */
export async function verifyDueLedger(database: Database, logger: Logger, stopping: AbortSignal): Promise<boolean> {
  const [due] = await database.rows<{ contractId: string }>(
    sql`UPDATE billing.ledger_check SET leased_until = now() + $1 * interval '1 ms' WHERE contract_id = (
       SELECT contract_id FROM billing.ledger_check WHERE due_at <= now() AND coalesce(leased_until <= now(), true)
       ORDER BY greatest(due_at, leased_until) LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING contract_id`,
    [repeatAfterMs],
  );
  if (due) {
    try {
      // Drifts name documents, so they are not logged: `billing verify` shows them.
      const drifts = await verifyLedger(database, due.contractId, stopping);
      if (drifts.length > 0) logger.error({ contractId: due.contractId, drifts: drifts.length }, 'a ledger has drifted');
    } catch (error) {
      if (stopping.aborted) return giveBack(database, due.contractId);
      // A ledger that cannot be compared must not delay the others.
      logger.error({ err: error, contractId: due.contractId }, 'a ledger could not be compared, will be repeated');
    }
  }
  await tellDrifts(database);
  return due !== undefined;
}

async function giveBack(database: Database, contractId: string): Promise<boolean> {
  await database.rows(sql`UPDATE billing.ledger_check SET leased_until = NULL WHERE contract_id = $1`, [contractId]);
  return true;
}

async function verifyLedger(database: Database, contractId: string, stopping: AbortSignal): Promise<Drift[]> {
  let leasedAt = Date.now();
  const betweenPages = async () => {
    stopping.throwIfAborted();
    if (Date.now() - leasedAt < repeatAfterMs / 3) return;
    leasedAt = Date.now();
    await database.rows(sql`UPDATE billing.ledger_check SET leased_until = now() + $2 * interval '1 ms' WHERE contract_id = $1`, [
      contractId,
      repeatAfterMs,
    ]);
  };
  const drifts = await compareLedger(database, contractId, betweenPages);
  await database.rows(
    sql`UPDATE billing.ledger_check SET due_at = billing.next_night(), leased_until = NULL, checked_at = now(), drifts = $2
     WHERE contract_id = $1`,
    [contractId, drifts.length],
  );
  return drifts;
}

/** Every replica reports all ledgers, including those that another replica compared. */
async function tellDrifts(database: Database): Promise<void> {
  const [sum] = await database.rows<{ drifts: number }>(
    sql`SELECT coalesce(sum(drifts), 0)::int AS drifts FROM billing.ledger_check WHERE drifts > 0`,
  );
  found.set(sum?.drifts ?? 0);
}
