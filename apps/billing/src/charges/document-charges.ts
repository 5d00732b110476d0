import { setTimeout as wait } from 'node:timers/promises';
import { type DocumentCharge, isDay, type PayloadOf, type ReplyOf, type Settlement, VigiaError } from '@vigia/contracts';
import { instantAt, microsecondsOf, sql, taxIdsIn, type Database, type Transaction } from '@vigia/database';
import type { ContractTerms } from '../contracts/contract-on.js';
import { clock } from '../ledger/account.js';

/**
 * The first corporation on the platform that loads a document pays for it, once. That is the corporation whose request brought the
 * document, even if another one is settled earlier, because a settlement waits for all documents of its request. If it is unknown which
 * request brought it, the first settled request pays. A charge has the instant of its entry, after the settlement has waited for its account.
 */
export function chargeDocuments(
  tx: Transaction,
  settlement: Settlement,
  contract: Pick<ContractTerms, 'contractId' | 'documentPriceCents'> | undefined,
): void {
  const { corporationId, requestId, documents } = settlement;
  tx.send(
    sql`INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, contract_id, request_id, price_cents, charged_at)
     SELECT "taxId", "docType", $1, $2, $3, $4, (SELECT ${clock})
     FROM jsonb_to_recordset($5::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
     WHERE loaded AND NOT EXISTS (
       SELECT FROM profiles.first_request AS first
       WHERE first.tax_id = "taxId" AND first.doc_type = "docType" AND first.request_id <> $3 AND first.tax_id = ${taxIdsIn('$5')})
     ORDER BY "taxId", "docType"
     ON CONFLICT DO NOTHING`,
    [corporationId, contract?.contractId ?? null, requestId, contract?.documentPriceCents ?? 0, JSON.stringify(documents)],
  );
}

type Period = PayloadOf<'charges.total'>;

const longestPage = 500;

/** Written so that PostgreSQL uses the index (corporation_id, charged_at). */
const inPeriod = sql`corporation_id = $1 AND charged_at >= $2::date::timestamp AT TIME ZONE 'America/Lima'
  AND charged_at < ($3::date + 1)::timestamp AT TIME ZONE 'America/Lima' AND ($4::uuid IS NULL OR contract_id = $4)`;

/** The message and its caller wait longer. */
const patienceMs = 2_000;
const pauseMs = 20;

/**
 * While yesterday is read, a transaction that began before midnight may not have committed its charges. Their instant is read after the
 * table is locked, so a transaction that locks the table from now on enters them later than yesterday. No transaction that has entered a
 * charge stays open for ten minutes, so later there is nothing to wait for.
 */
async function chargesEntered(database: Database, { to }: Pick<Period, 'to'>): Promise<void> {
  const entering = async () => {
    const rows = await database.rows<{ id: string }>(
      sql`SELECT virtualtransaction AS id FROM pg_locks
       WHERE locktype = 'relation' AND relation = 'billing.platform_document'::regclass AND mode = 'RowExclusiveLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND $1::date = public.lima_today() - 1
         AND public.business_now() < ($1::date + 1)::timestamp AT TIME ZONE 'America/Lima' + interval '10 minutes'`,
      [to],
    );
    return rows.map(({ id }) => id);
  };
  const end = performance.now() + patienceMs;
  for (let left = await entering(); left.length > 0;) {
    if (performance.now() > end) throw VigiaError.of('unavailable');
    await wait(pauseMs);
    const still = await entering();
    left = left.filter((id) => still.includes(id));
  }
}

type Row = Omit<DocumentCharge, 'chargedAt'> & { chargedAt: Date; position: string };

/**
 * What one corporation was charged for documents, page by page. Includes documents without a price, because they were new to the platform.
 */
export async function readCharges(database: Database, { after, ...period }: PayloadOf<'charges.list'>): Promise<ReplyOf<'charges.list'>> {
  const parameters = parametersOf(period);
  await chargesEntered(database, period);
  const [micros = 0, taxId = '', docType = ''] = after?.split('-') ?? [];
  const rows = await database.rows<Row>(
    sql`SELECT doc_type, tax_id, price_cents, charged_at, contract_id,
       request_id, actor, correlation_id, idempotency_key,
       ${microsecondsOf('charged_at')} || '-' || tax_id || '-' || doc_type AS position
     FROM billing.platform_document LEFT JOIN billing.settlement USING (request_id)
     WHERE ${inPeriod} AND (charged_at, tax_id, doc_type) > (${instantAt('$5')}, $6, $7)
     ORDER BY charged_at, tax_id, doc_type LIMIT $8`,
    [...parameters, micros, taxId, docType, longestPage + 1],
  );
  const page = rows.slice(0, longestPage);
  return {
    charges: page.map(({ position: _, chargedAt, ...charge }) => ({ ...charge, chargedAt: chargedAt.toISOString() })),
    totalCents: page.reduce((sum, { priceCents }) => sum + priceCents, 0),
    next: rows.length > page.length ? (page.at(-1)?.position ?? null) : null,
  };
}

export async function totalOfCharges(database: Database, period: Period): Promise<ReplyOf<'charges.total'>> {
  const parameters = parametersOf(period);
  await chargesEntered(database, period);
  const [total] = await database.rows<{ charges: string; cents: string }>(
    sql`SELECT count(*) AS charges, coalesce(sum(price_cents), 0) AS cents FROM billing.platform_document WHERE ${inPeriod}`,
    parameters,
  );
  return { charges: Number(total?.charges), totalCents: Number(total?.cents) };
}

function parametersOf({ corporationId, from, to, contractId }: Period): unknown[] {
  if (!isDay(from) || !isDay(to)) throw VigiaError.of('bad_request', { detail: 'from and to are days of the calendar' });
  return [corporationId, from, to, contractId ?? null];
}
