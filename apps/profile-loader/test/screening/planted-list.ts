import type { TestDatabase } from '@vigia/testing';

export interface Planted {
  id: string;
  kind?: string;
  names: { name: string; weak?: boolean; order?: string }[];
  documents?: { type: string; number: string; country?: string }[];
  births?: { day?: string; from?: number; to?: number; approximate?: boolean }[];
  countries?: string[];
  link?: string;
  until?: string;
}

const tables = ['list_entity', 'list_name', 'list_document', 'list_birth', 'list_country', 'list_programme', 'sanctioned'];

/** Writes a version of a list to the registry and puts it in force, as an import does. */
export async function plantList(database: TestDatabase, dataset: string, label: string, entities: Planted[]): Promise<number> {
  const version = await newVersion(database, dataset, 'list', label);
  const given = JSON.stringify(entities);
  await database.query(
    `INSERT INTO registry.list_entity (version, id, kind, link, until_on, hash)
     SELECT $1, id, coalesce(kind, 'person'), link, until, 0 FROM jsonb_to_recordset($2::jsonb) AS e (id text, kind text, link text, until date)`,
    [version, given],
  );
  await database.query(
    `INSERT INTO registry.list_name (version, entity_id, position, name, alias, weak, name_order)
     SELECT $1, id, position, name->>'name', position > 1, coalesce((name->>'weak')::boolean, false), coalesce(name->>'order', 'family-first')
     FROM jsonb_to_recordset($2::jsonb) AS e (id text, names jsonb), jsonb_array_elements(names) WITH ORDINALITY AS n (name, position)`,
    [version, given],
  );
  await database.query(
    `INSERT INTO registry.list_document (version, entity_id, position, type, number, country)
     SELECT $1, id, position, d->>'type', d->>'number', d->>'country'
     FROM jsonb_to_recordset($2::jsonb) AS e (id text, documents jsonb), jsonb_array_elements(documents) WITH ORDINALITY AS n (d, position)`,
    [version, given],
  );
  await database.query(
    `INSERT INTO registry.list_birth (version, entity_id, position, day, from_year, to_year, approximate)
     SELECT $1, id, position, (b->>'day')::date, (b->>'from')::int, (b->>'to')::int, coalesce((b->>'approximate')::boolean, false)
     FROM jsonb_to_recordset($2::jsonb) AS e (id text, births jsonb), jsonb_array_elements(births) WITH ORDINALITY AS n (b, position)`,
    [version, given],
  );
  await database.query(
    `INSERT INTO registry.list_country (version, entity_id, country)
     SELECT $1, id, country FROM jsonb_to_recordset($2::jsonb) AS e (id text, countries jsonb), jsonb_array_elements_text(countries) AS country`,
    [version, given],
  );
  await putInForce(database, dataset, version);
  return version;
}

/** Writes sanctions of Peru to the registry and puts them in force. */
export async function plantSanctions(
  database: TestDatabase,
  dataset: string,
  label: string,
  rows: { document?: string; name: string; ends?: string; resolution?: string }[],
): Promise<void> {
  const version = await newVersion(database, dataset, 'sanctioned', label);
  await database.query(
    `INSERT INTO registry.sanctioned (version, line, document, name, ends_on, resolution, hash)
     SELECT $1, position, row->>'document', row->>'name', (row->>'ends')::date, coalesce(row->>'resolution', 'R-' || position), 0
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS given (row, position)`,
    [version, JSON.stringify(rows)],
  );
  await putInForce(database, dataset, version);
}

async function newVersion(database: TestDatabase, dataset: string, kind: string, label: string): Promise<number> {
  await database.query(
    `INSERT INTO registry.dataset (name, kind, title, publisher, licence, cadence) VALUES ($1, $2, $1, 'test', 'test', 'by_hand')
     ON CONFLICT DO NOTHING`,
    [dataset, kind],
  );
  const [made] = await database.query<{ id: number }>(
    `INSERT INTO registry.version (dataset, state, requested_by, label) VALUES ($1, 'importing', 'test', $2) RETURNING id`,
    [dataset, label],
  );
  for (const table of tables)
    await database.query(`CREATE TABLE registry.${table}_${made!.id} PARTITION OF registry.${table} FOR VALUES IN (${made!.id})`);
  return made!.id;
}

async function putInForce(database: TestDatabase, dataset: string, version: number): Promise<void> {
  await database.query(
    `INSERT INTO registry.current (dataset, version) VALUES ($1, $2) ON CONFLICT (dataset, part) DO UPDATE SET version = excluded.version`,
    [dataset, version],
  );
}

/**
 * Puts a version in force as an import does that records its changes. The loader compares the recorded changes by itself.
 * Returns the number of the version.
 */
export async function switchList(database: TestDatabase, dataset: string, label: string, entities: readonly Planted[]): Promise<number> {
  const [before] = await database.query<{ version: number }>('SELECT version FROM registry.current WHERE dataset = $1', [dataset]);
  const version = await plantList(database, dataset, label, [...entities]);
  if (before)
    await database.query(
      `INSERT INTO registry.change (version, key, change, before, after)
       SELECT $2, coalesce(b.id, a.id), CASE WHEN b.id IS NULL THEN 'added' WHEN a.id IS NULL THEN 'removed' ELSE 'changed' END, b.said, a.said
       FROM (${saidIn('$1')}) AS b FULL JOIN (${saidIn('$2')}) AS a USING (id) WHERE b.said IS DISTINCT FROM a.said`,
      [before.version, version],
    );
  await noteSwitch(database, dataset, before?.version ?? null, version, false);
  return version;
}

/** Rolls back from one version to the previous one. */
export async function rollBack(database: TestDatabase, dataset: string, from: number, to: number): Promise<void> {
  await putInForce(database, dataset, to);
  await noteSwitch(database, dataset, from, to, true);
}

/** Takes a list out of force, as an operator does who retires it. */
export async function retireList(database: TestDatabase, dataset: string): Promise<void> {
  const [ended] = await database.query<{ version: number }>('DELETE FROM registry.current WHERE dataset = $1 RETURNING version', [dataset]);
  await noteSwitch(database, dataset, ended!.version, null, false);
}

const of = (table: string, what: string, version: string) =>
  `(SELECT jsonb_agg(${what} ORDER BY position) FROM registry.${table} AS one WHERE one.version = ${version} AND entity_id = entity.id)`;
const saidIn = (version: string) => `SELECT id, jsonb_build_object('kind', kind, 'until', until_on, 'link', link,
  'names', ${of('list_name', `jsonb_build_array(name, weak, name_order)`, version)},
  'documents', ${of('list_document', `jsonb_build_array(type, number)`, version)},
  'births', ${of('list_birth', `jsonb_build_array(day, from_year, to_year)`, version)}) AS said
  FROM registry.list_entity AS entity WHERE version = ${version}`;

async function noteSwitch(
  database: TestDatabase,
  dataset: string,
  from: number | null,
  to: number | null,
  isRollback: boolean,
): Promise<void> {
  await database.query(
    `INSERT INTO registry.switch (dataset, part, from_version, to_version, is_rollback, switched_by) VALUES ($1, '', $2, $3, $4, 'test')`,
    [dataset, from, to, isRollback],
  );
}
