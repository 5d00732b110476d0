import type { MigrationInterface, QueryRunner } from 'typeorm';
import { serviceRoles } from '../connection/service-roles.js';
import { makeRole } from './make-role.js';

const importer = 'vigia_importer';

/** What is published about taxpayers, and the lists of the world: versions of data sets, of which one at a time is in force. */
export class Registry1763600000044 implements MigrationInterface {
  name = 'Registry1763600000044';

  async up(db: QueryRunner): Promise<void> {
    await makeRole(db, importer);
    await db.query(`
      CREATE SCHEMA registry;
      GRANT USAGE ON SCHEMA registry TO ${Object.values(serviceRoles).join(', ')};
      GRANT CREATE ON SCHEMA registry TO ${importer};
      ALTER DEFAULT PRIVILEGES IN SCHEMA registry GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${importer};
      GRANT USAGE ON SCHEMA profiles TO ${importer};
      GRANT SELECT ON public.migration TO ${importer};`);
    await db.query(versions);
    await db.query(rows);
    // It makes a table for each version, attaches it and takes it away again: only the owner of a table may.
    const tables = await db.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'registry'::regnamespace AND relkind IN ('r', 'p')`,
    );
    for (const { name } of tables as { name: string }[]) await db.query(`ALTER TABLE registry.${name} OWNER TO ${importer}`);
    await db.query(views);
    for (const [name, meaning] of Object.entries(currentRows)) {
      await db.query(`
        CREATE VIEW registry.current_${name} AS
          SELECT current.dataset, version.label, version.published_on, ${name}.*
          FROM registry.current JOIN registry.version ON version.id = current.version JOIN registry.${name} ON ${name}.version = current.version;
        COMMENT ON VIEW registry.current_${name} IS '${meaning}';
        GRANT SELECT ON registry.current_${name} TO vigia_loader;`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW profiles.known_document; DROP SCHEMA registry CASCADE; REVOKE USAGE ON SCHEMA profiles FROM ${importer};`);
  }
}

const versions = `
  CREATE TABLE registry.dataset (
    name text PRIMARY KEY,
    kind text NOT NULL,
    title text NOT NULL,
    publisher text NOT NULL,
    licence text NOT NULL,
    address text,
    cadence text NOT NULL,
    keep int NOT NULL DEFAULT 3 CHECK (keep >= 1),
    pause_reason text,
    paused_at timestamptz,
    -- When it is asked for again. Null where an operator brings the file.
    due_at timestamptz,
    -- When what is published was last seen to be what is in force.
    fresh_at timestamptz
  );

  CREATE TABLE registry.version (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataset text NOT NULL REFERENCES registry.dataset,
    -- The first day of the week of a file of trade; empty where a version is the whole.
    part text NOT NULL DEFAULT '',
    state text NOT NULL CHECK (state IN ('waiting', 'downloading', 'importing', 'checked', 'current', 'superseded', 'pruned',
      'unchanged', 'refused', 'failed')),
    requested_at timestamptz NOT NULL DEFAULT now(),
    requested_by text NOT NULL,
    -- Paths that were given by hand; null where it is downloaded.
    files jsonb,
    given_day date,
    dry_run boolean NOT NULL DEFAULT false,
    accept_reason text,
    started_at timestamptz,
    ended_at timestamptz,
    switched_at timestamptz,
    step text,
    address text,
    etag text,
    last_modified text,
    published_on date,
    published_by text CHECK (published_by IN ('file', 'operator', 'server', 'import')),
    label text,
    sha256 text,
    bytes bigint,
    bytes_read bigint NOT NULL DEFAULT 0,
    scope text,
    parser int,
    lines int NOT NULL DEFAULT 0,
    rows int NOT NULL DEFAULT 0,
    rejected int NOT NULL DEFAULT 0,
    rejected_by_reason jsonb NOT NULL DEFAULT '{}',
    content_hash text,
    previous int,
    added int,
    removed int,
    changed int,
    -- Why it was refused, or what was accepted for a reason.
    problems jsonb NOT NULL DEFAULT '[]',
    -- Entries of its archive that are known and were not read.
    left_out jsonb NOT NULL DEFAULT '[]',
    failure text
  );
  CREATE INDEX version_newest ON registry.version (dataset, id DESC);
  CREATE INDEX version_open ON registry.version (id) WHERE state IN ('waiting', 'downloading', 'importing', 'checked');
  CREATE UNIQUE INDEX version_one_download ON registry.version (dataset) WHERE state = 'waiting' AND files IS NULL;

  CREATE TABLE registry.current (
    dataset text NOT NULL REFERENCES registry.dataset,
    part text NOT NULL DEFAULT '',
    version int NOT NULL REFERENCES registry.version,
    PRIMARY KEY (dataset, part)
  );

  CREATE TABLE registry.switch (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataset text NOT NULL,
    part text NOT NULL,
    from_version int,
    to_version int NOT NULL,
    is_rollback boolean NOT NULL,
    switched_at timestamptz NOT NULL DEFAULT now(),
    switched_by text NOT NULL,
    reason text
  );

  CREATE TABLE registry.reject (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version int NOT NULL,
    line int NOT NULL,
    reason text NOT NULL,
    text text NOT NULL
  );
  CREATE INDEX reject_of_version ON registry.reject (version, id);

  CREATE TABLE registry.change (
    version int NOT NULL,
    key text NOT NULL,
    change text NOT NULL CHECK (change IN ('added', 'removed', 'changed')),
    before jsonb,
    after jsonb,
    PRIMARY KEY (version, key)
  );`;

const rowHash = (...columns: string[]) => `bigint GENERATED ALWAYS AS (hash_record_extended(ROW(${columns.join(', ')}), 0)) STORED`;

/** A partition for each version, made and filled apart and then attached. `hash` stands for what a row says beside its key. */
const rows = `
  CREATE TABLE registry.taxpayer (
    version int NOT NULL, ruc text COLLATE "C" NOT NULL, name text NOT NULL, status text, condition text, ubigeo text, address text,
    hash ${rowHash('name', 'status', 'condition', 'ubigeo', 'address')},
    PRIMARY KEY (version, ruc)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.premise (
    version int NOT NULL, ruc text COLLATE "C" NOT NULL, line int NOT NULL, ubigeo text, address text,
    hash ${rowHash('ruc', 'ubigeo', 'address')},
    PRIMARY KEY (version, ruc, line)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.mark (
    version int NOT NULL, ruc text NOT NULL, name text, since date, resolution text, hash bigint NOT NULL,
    PRIMARY KEY (version, ruc)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.member (
    version int NOT NULL, line int NOT NULL, ruc text NOT NULL, doc_type text, document text, name text NOT NULL, role text NOT NULL,
    since date, legal_form text, hash bigint NOT NULL,
    PRIMARY KEY (version, line)
  ) PARTITION BY LIST (version);
  CREATE INDEX member_ruc ON registry.member (ruc);
  CREATE INDEX member_document ON registry.member (document) WHERE document IS NOT NULL;

  CREATE TABLE registry.sanctioned (
    version int NOT NULL, line int NOT NULL, document text, name text NOT NULL, starts_on date, ends_on date, resolution text,
    authority text, reason text, amount numeric, details jsonb NOT NULL DEFAULT '{}', hash bigint NOT NULL,
    PRIMARY KEY (version, line)
  ) PARTITION BY LIST (version);
  CREATE INDEX sanctioned_document ON registry.sanctioned (document);

  CREATE TABLE registry.fact (
    version int NOT NULL, line int NOT NULL, doc_type text, document text, facts jsonb NOT NULL, hash bigint NOT NULL,
    PRIMARY KEY (version, line)
  ) PARTITION BY LIST (version);
  CREATE INDEX fact_document ON registry.fact (document);

  CREATE TABLE registry.rate (
    version int NOT NULL, series text NOT NULL, period text NOT NULL, value numeric, hash bigint NOT NULL,
    PRIMARY KEY (version, series, period)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.activity (
    version int NOT NULL, code text NOT NULL, name text NOT NULL, hash bigint NOT NULL,
    PRIMARY KEY (version, code)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.list_entity (
    version int NOT NULL, id text NOT NULL, kind text NOT NULL CHECK (kind IN ('person', 'company', 'vessel', 'aircraft')), link text,
    remarks text, until_on date, hash bigint NOT NULL,
    PRIMARY KEY (version, id)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.list_name (
    version int NOT NULL, entity_id text NOT NULL, position int NOT NULL, name text NOT NULL, alias boolean NOT NULL, weak boolean NOT NULL,
    name_order text NOT NULL CHECK (name_order IN ('family-first', 'given-first', 'unknown')),
    PRIMARY KEY (version, entity_id, position)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.list_document (
    version int NOT NULL, entity_id text NOT NULL, position int NOT NULL, type text NOT NULL, number text NOT NULL, country text,
    PRIMARY KEY (version, entity_id, position)
  ) PARTITION BY LIST (version);
  CREATE INDEX list_document_number ON registry.list_document (number);

  CREATE TABLE registry.list_birth (
    version int NOT NULL, entity_id text NOT NULL, position int NOT NULL, day date, from_year int, to_year int, approximate boolean NOT NULL,
    PRIMARY KEY (version, entity_id, position)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.list_country (
    version int NOT NULL, entity_id text NOT NULL, country text NOT NULL, PRIMARY KEY (version, entity_id, country)
  ) PARTITION BY LIST (version);

  CREATE TABLE registry.list_programme (
    version int NOT NULL, entity_id text NOT NULL, programme text NOT NULL, PRIMARY KEY (version, entity_id, programme)
  ) PARTITION BY LIST (version);

  -- A version of trade is one weekly file among many that are in force at once: too many, and too small, for a partition each.
  CREATE TABLE registry.trade (
    version int NOT NULL, ruc text NOT NULL, month text NOT NULL, heading text NOT NULL, country text NOT NULL, declarations int NOT NULL,
    fob numeric NOT NULL, freight numeric NOT NULL, insurance numeric NOT NULL,
    PRIMARY KEY (version, ruc, month, heading, country)
  );
  CREATE INDEX trade_ruc ON registry.trade (ruc);
  CREATE TABLE registry.trade_month (
    version int NOT NULL, ruc text NOT NULL, month text NOT NULL, declarations int NOT NULL, PRIMARY KEY (version, ruc, month)
  );
  CREATE INDEX trade_month_ruc ON registry.trade_month (ruc);`;

const currentRows = {
  taxpayer: 'A taxpayer as the padrón in force has it. Only those are in it that its scope says: see registry.current_version.',
  premise: 'The annexed premises of a taxpayer, as the register in force has them.',
  mark: 'A register of SUNAT that a taxpayer stands in: an agent of retention or perception, or a good taxpayer, since when.',
  member: 'A representative, partner or organ of a supplier of the state, as the register of suppliers in force has it.',
  sanctioned: 'A sanction of a supplier or of an issuer of invoices. Without ends_on it does not end; dates are kept as published.',
  fact: 'What a register that an operator brings says about a document, under the names of its own columns.',
  rate: 'A rate of exchange of a series for a day or a month. A null value is published as no rate.',
  activity: 'An economic activity of the classification CIIU, by its code.',
  list_entity: 'A person, company, ship or aircraft on a list in force.',
  list_name: 'A name of an entry of a list in force: its main one first, with what the list says of its order and of its worth.',
  list_document: 'A document of an entry of a list in force.',
  list_birth: 'When an entry of a list in force was born: a day, a year, or the years between which it lies.',
  list_country: 'A country of an entry of a list in force.',
  list_programme: 'A programme or regime under which an entry of a list in force stands.',
  trade: 'What a taxpayer declared to customs in the weeks in force, by month, heading and country, in dollars.',
  trade_month: 'How many distinct declarations a taxpayer made in a month, as far as the weeks in force tell.',
} as const;

const views = `
  CREATE VIEW registry.current_version AS
    SELECT dataset.name AS dataset, dataset.kind, current.part, version.id AS version, version.label, version.published_on,
      version.switched_at, dataset.fresh_at, version.rows, version.scope
    FROM registry.current JOIN registry.version ON version.id = current.version JOIN registry.dataset ON dataset.name = current.dataset;
  COMMENT ON VIEW registry.current_version IS
    'The version of a data set that is in force, with the words by which provenance names it. A data set without a row was never imported. For trade a row for each week (part is its first day). scope says which taxpayers a padrón holds: companies, known or all.';

  CREATE VIEW registry.switched AS
    SELECT id, dataset, part, from_version, to_version, is_rollback, switched_at FROM registry.switch;
  COMMENT ON VIEW registry.switched IS
    'Every change of the version in force, in order. What a new version changed is in registry.changed under to_version; a rollback undoes what is there under from_version.';

  CREATE VIEW registry.changed AS SELECT version, key, change, before, after FROM registry.change;
  COMMENT ON VIEW registry.changed IS
    'What a version changed against the one that was in force when it was imported: every entry of a list, and of taxpayers those that a profile is about.';

  CREATE VIEW profiles.known_document AS SELECT doc_type, tax_id FROM profiles.profile;
  COMMENT ON VIEW profiles.known_document IS 'The documents that the platform has a profile of, so that a register keeps them even where it leaves others out.';

  GRANT SELECT ON registry.current_version, registry.switched, registry.changed TO vigia_loader;
  GRANT SELECT ON profiles.known_document TO ${importer};`;
