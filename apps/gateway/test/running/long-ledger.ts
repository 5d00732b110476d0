import type { TestDatabase } from '@vigia/testing';

interface Owner {
  corporationId: string;
  contractId: string;
}

/**
 * Loads of one profile each, a minute apart, as billing enters them: months are held, all but one are used, and one comes back. With the
 * existing first line of the contract, they add up to the requested number of lines.
 */
export async function writeLedger(
  database: TestDatabase,
  { corporationId, contractId }: Owner,
  lines: number,
  reason?: string,
): Promise<void> {
  await database.query(
    `WITH request AS MATERIALIZED (SELECT n, gen_random_uuid() AS id, 2 + n % 11 AS months FROM generate_series(0, ($3::int - 2) / 3) AS n),
     command AS (
       INSERT INTO billing.quota_command (id, corporation_id, kind, request_hash, as_of, contract_id)
       SELECT id, $1, 'load', '', '2097-03-01', $2 FROM request),
     first AS (SELECT granted FROM billing.quota_entry WHERE contract_id = $2 AND seq = 1),
     step AS (
       SELECT line AS seq, id, n, (ARRAY['hold', 'commit', 'void'])[1 + (line - 2) % 3] AS kind,
         (ARRAY[months, months - 1, 1])[1 + (line - 2) % 3] AS months
       FROM generate_series(2, $3::int) AS line JOIN request ON n = (line - 2) / 3),
     moved AS (
       SELECT *, CASE kind WHEN 'hold' THEN -months WHEN 'void' THEN months ELSE 0 END AS available,
         CASE kind WHEN 'hold' THEN months ELSE -months END AS held, CASE kind WHEN 'commit' THEN months ELSE 0 END AS consumed
       FROM step),
     summed AS (
       SELECT seq, id, n, kind, months, granted, granted + sum(available) OVER so_far AS available, sum(held) OVER so_far AS held,
         sum(consumed) OVER so_far AS consumed, available AS a, held AS h, consumed AS c
       FROM moved CROSS JOIN first WINDOW so_far AS (ORDER BY seq)),
     entered AS (
       INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, doc_type, tax_id, actor, reason,
         granted_before, available_before, held_before, consumed_before, granted, available, held, consumed, entered_at)
       SELECT $2, seq, kind, months, 'profiles x months', id, 'DNI', lpad(n::text, 8, '0'), 'test', $4::text,
         granted, available - a, held - h, consumed - c, granted, available, held, consumed,
         timestamptz '2097-03-01 05:00Z' + seq * interval '1 minute'
       FROM summed RETURNING seq, granted, available, held, consumed)
     UPDATE billing.quota_account SET head_seq = newest.seq, available = newest.available, held = newest.held, consumed = newest.consumed
     FROM (SELECT * FROM entered ORDER BY seq DESC LIMIT 1) AS newest WHERE contract_id = $2`,
    [corporationId, contractId, lines, reason],
  );
}

/** Charges of one day in Lima, one per second, with prices that no binary fraction can represent. */
export async function writeCharges(database: TestDatabase, { corporationId, contractId }: Owner, charges: number): Promise<void> {
  await database.query(
    `INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, contract_id, request_id, price_cents, charged_at)
     SELECT lpad(n::text, 8, '0'), 'DNI', $1, $2, gen_random_uuid(), 1 + n % 1999, timestamptz '2097-03-02 05:00Z' + n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
    [corporationId, contractId, charges],
  );
}
