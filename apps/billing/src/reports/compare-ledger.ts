import type { Drift } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import { Replay, type RecordedAccount, type RecordedEntry } from '../domain/replay.js';
import { balancesJson } from '../ledger/balances-json.js';

const page = 1_000;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

type Account = Omit<RecordedAccount, 'paidMonths'> & { endsOn: string };
interface Paid {
  id: string;
  months: number;
  /** How the access differs from what was paid. */
  drift: string | null;
}

/** Compares one ledger with what it should have come to, all of it at one moment and a page at a time. */
export function compareLedger(database: Database, contractId: string, afterPage: () => Promise<void>): Promise<Drift[]> {
  return database.transaction(async (tx) => {
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const { endsOn, ...account } = await readAccount(tx, contractId);
    const replay = new Replay();
    for (let entries = await entriesAfter(tx, contractId, 0); entries.length > 0;) {
      replay.take(entries);
      await afterPage();
      entries = await entriesAfter(tx, contractId, entries.at(-1)!.seq);
    }
    const ofAccesses: string[] = [];
    let paidMonths = 0;
    for (let paid = await paidAfter(tx, contractId, endsOn, beforeAllIds); paid.length > 0;) {
      paidMonths += paid.reduce((sum, { months }) => sum + months, 0);
      ofAccesses.push(...paid.flatMap(({ drift }) => drift ?? []));
      await afterPage();
      paid = await paidAfter(tx, contractId, endsOn, paid.at(-1)!.id);
    }
    return [
      ...replay.end({ ...account, paidMonths }).map((detail) => ({ contractId, what: 'ledger', detail })),
      ...ofAccesses.map((detail) => ({ contractId, what: 'access', detail })),
    ];
  });
}

async function readAccount(tx: Transaction, contractId: string): Promise<Account> {
  const [account] = await tx.rows<Account>(
    sql`SELECT ${balancesJson} AS balances, ends_on,
       (SELECT coalesce(sum(amount), 0)::int FROM billing.quota_hold WHERE contract_id = $1 AND resolved_at IS NULL) AS open_holds
     FROM billing.quota_account JOIN billing.contract ON contract.id = contract_id WHERE contract_id = $1`,
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

/** Months of monitorings, and where a profile may be read longer, or less long, than was paid. */
function paidAfter(tx: Transaction, contractId: string, endsOn: string, id: string): Promise<Paid[]> {
  return tx.rows<Paid>(
    sql`SELECT paid.id, months - returned_months AS months, CASE WHEN expires_at IS DISTINCT FROM paid_to AND access.state <> 'pending' THEN
         access.doc_type || ' ' || access.tax_id || ' can be read until ' || coalesce(expires_at::text, 'ever') || ', it is paid to ' || expires_on
       END AS drift
     FROM (
       SELECT *, CASE WHEN state = 'live' AND expires_on > public.lima_today() THEN (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima' END AS paid_to
       FROM billing.monitoring WHERE contract_id = $1 AND contract_ends_on = $2 AND id > $3 ORDER BY id LIMIT ${page}) AS paid
     LEFT JOIN billing.access ON paid_to IS NOT NULL
       AND (access.corporation_id, access.tax_id, access.doc_type) = (paid.corporation_id, paid.tax_id, paid.doc_type)
     ORDER BY paid.id`,
    [contractId, endsOn, id],
  );
}
