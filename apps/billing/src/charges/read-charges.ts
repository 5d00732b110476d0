import { VigiaError, type DocumentCharge, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';
import { isDay } from '../domain/lima-day.js';

/** What one corporation was charged for documents. Documents without a price are among them: they were new all the same. */
export async function readCharges(
  database: DataSource,
  { corporationId, from, to }: PayloadOf<'charges.list'>,
): Promise<ReplyOf<'charges.list'>> {
  if (!isDay(from) || !isDay(to)) throw VigiaError.of('bad_request', { detail: 'from and to are days of the calendar' });
  const rows = await rowsOf<Omit<DocumentCharge, 'chargedAt'> & { chargedAt: Date }>(
    database,
    `SELECT doc_type AS "docType", tax_id AS "taxId", price_cents AS "priceCents", charged_at AS "chargedAt", contract_id AS "contractId"
     FROM billing.platform_document
     WHERE corporation_id = $1 AND charged_at >= ($2::date)::timestamp AT TIME ZONE 'America/Lima'
       AND charged_at < ($3::date + 1)::timestamp AT TIME ZONE 'America/Lima'
     ORDER BY charged_at, tax_id`,
    [corporationId, from, to],
  );
  const charges = rows.map(({ chargedAt, ...charge }) => ({ ...charge, chargedAt: chargedAt.toISOString() }));
  return { charges, totalCents: charges.reduce((sum, { priceCents }) => sum + priceCents, 0) };
}
