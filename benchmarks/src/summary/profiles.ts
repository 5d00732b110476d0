import { rucCheckDigit } from '@vigia/contracts';
import { ApiClient, type TestCorporation } from '@vigia/testing';
import type { RunningSystem } from '../system.js';

/** Documents of every kind of company, loaded through the product itself, whose summaries are then multiplied. */
const templates = ['20990000019', '20990000027', '20990000035', '20990000043', '20990000051', '20990000213', '20990000302'];

export function taxIdOf(number: number): string {
  const digits = `2098${String(number).padStart(6, '0')}`;
  return `${digits}${rucCheckDigit(digits)}`;
}

export async function loadTemplates(gatewayUrl: string, corporation: TestCorporation): Promise<ApiClient> {
  const client = new ApiClient(gatewayUrl, corporation);
  for (const taxId of templates) {
    const { status, body } = await client.load(taxId);
    if (status !== 200) throw new Error(`template ${taxId}: ${status} ${JSON.stringify(body)}`);
  }
  return client;
}

/** The last digit of the RUC of profile `n`. */
export const checkDigitSql = `(11 - (5*2 + 4*0 + 3*9 + 2*8 + 7*(n/100000%10) + 6*(n/10000%10) + 5*(n/1000%10) + 4*(n/100%10) + 3*(n/10%10) + 2*(n%10)) % 11) % 10`;
const batch = 20_000;

/** Fills the store up to a number of profiles with copies of the templates, which the corporation may all read. */
export async function fill(system: RunningSystem, corporationId: string, from: number, to: number, onBatch: () => void): Promise<void> {
  for (let start = from; start < to; start += batch) {
    await system.database.query(
      `WITH numbered AS (
         SELECT '2098' || lpad(n::text, 6, '0') || ${checkDigitSql} AS tax_id, n FROM generate_series($1::int, $2::int) AS n),
       template AS (
         SELECT *, row_number() OVER (ORDER BY tax_id) - 1 AS place FROM profiles.profile WHERE tax_id = ANY($4)),
       access AS (
         INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
         SELECT $3, 'RUC', tax_id, 'active', 'monitoring', gen_random_uuid() FROM numbered)
       INSERT INTO profiles.profile (tax_id, doc_type, estado, failed_sources, fragments_v1, fragments_v2, load_id)
       SELECT numbered.tax_id, 'RUC', estado, failed_sources, fragments_v1, fragments_v2, load_id
       FROM numbered JOIN template ON place = n % $5`,
      [start, Math.min(start + batch, to) - 1, corporationId, templates, templates.length],
    );
    onBatch();
  }
  await system.database.query('VACUUM ANALYZE profiles.profile');
  await system.database.query('VACUUM ANALYZE billing.access');
}

export async function diskUse(system: RunningSystem): Promise<string> {
  const [row] = await system.database.query<{ profiles: string; access: string }>(
    `SELECT pg_size_pretty(pg_total_relation_size('profiles.profile')) AS profiles, pg_size_pretty(pg_total_relation_size('billing.access')) AS access`,
  );
  return `profiles ${row?.profiles}, access rights ${row?.access}`;
}
