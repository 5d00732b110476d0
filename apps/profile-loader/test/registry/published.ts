import type { TestDatabase } from '@vigia/testing';

const partitioned: Record<string, string> = {
  padron_reducido: 'taxpayer',
  local_anexo: 'premise',
  agentes_retencion: 'mark',
  buenos_contribuyentes: 'mark',
  oece_conformacion_juridica: 'member',
  tipo_cambio: 'rate',
  ciiu: 'activity',
};

/** A version of a data set in force, as the importer would have left it. */
export async function publish(
  database: TestDatabase,
  dataset: string,
  day: string,
  rows: object[],
  { scope = null, part = '' }: { scope?: string | null; part?: string } = {},
): Promise<void> {
  await database.query(
    `INSERT INTO registry.dataset (name, kind, title, publisher, licence, cadence) VALUES ($1::text, 'facts', $1::text, 'SUNAT', '', 'by_hand') ON CONFLICT DO NOTHING`,
    [dataset],
  );
  const [version] = await database.query<{ id: number }>(
    `INSERT INTO registry.version (dataset, part, state, requested_by, published_on, label, scope)
     VALUES ($1::text, $4, 'current', 'test', $2::date, $1::text || ' ' || $2::date || ' 3f9a0000', $3) RETURNING id`,
    [dataset, day, scope, part],
  );
  const id = version!.id;
  const isTrade = dataset === 'importaciones' || dataset === 'exportaciones';
  const table = isTrade ? 'trade' : (partitioned[dataset] ?? 'fact');
  if (!isTrade) await database.query(`CREATE TABLE registry.${table}_${id} PARTITION OF registry.${table} FOR VALUES IN (${id})`);
  const withKeys = rows.map((row, i) => ({ version: id, line: i + 1, hash: 0, facts: {}, ...row }));
  const columns = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'registry' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(', ');
  await database.query(
    `INSERT INTO registry.${table} (${names}) SELECT ${names} FROM jsonb_populate_recordset(NULL::registry.${table}, $1)`,
    [JSON.stringify(withKeys)],
  );
  await database.query(
    `INSERT INTO registry.current (dataset, part, version) VALUES ($1, $2, $3) ON CONFLICT (dataset, part) DO UPDATE SET version = excluded.version`,
    [dataset, part, id],
  );
}

/** The number of distinct declarations that the importer counted in the newest week of a regime. */
export async function countDeclarations(
  database: TestDatabase,
  dataset: string,
  ruc: string,
  month: string,
  declarations: number,
): Promise<void> {
  await database.query(
    `INSERT INTO registry.trade_month (version, ruc, month, declarations)
     SELECT max(id), $2, $3, $4 FROM registry.version WHERE dataset = $1`,
    [dataset, ruc, month, declarations],
  );
}
