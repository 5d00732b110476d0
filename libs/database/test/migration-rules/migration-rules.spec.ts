import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ChangesNotReported1763600000130 } from '../../src/migrations/0130-changes-not-reported.js';
import { FailedForThoseWhoAsked1763600000132 } from '../../src/migrations/0132-failed-for-those-who-asked.js';
import { RegistersWithoutTheirNumbers1763600000142 } from '../../src/migrations/0142-registers-without-their-numbers.js';
import { cleanups, migrations } from '../../src/migrations/index.js';
import { problemsOf } from './problems-of.js';

/** The last migration from before the rules. Those that broke them ran on installations without customers. */
const lastExempt = 1_763_600_000_065;
/**
 * The first two were released before a replaced view counted as locked. 0130 is no transaction and its view was new, so it waits for nobody. 0132 may
 * wait two seconds for its table and two for its view; `migrate` tries it again if it and a reader of the view wait for each other. 0142 drops indexes
 * of partitioned tables, which PostgreSQL cannot do concurrently.
 */
const exempt: unknown[] = [ChangesNotReported1763600000130, FailedForThoseWhoAsked1763600000132, RegistersWithoutTheirNumbers1763600000142];
const lockTimeout = `SET LOCAL lock_timeout = '2s'`;
const lockTimeoutOfTwo = `SET LOCAL lock_timeout = '900ms'`;

async function textsOf(migration: MigrationInterface): Promise<string[]> {
  const texts: string[] = [];
  const recorder = { query: async (text: string) => (texts.push(text), []) };
  await migration.up(recorder as unknown as QueryRunner);
  return texts;
}

describe('the list of migrations and cleanups', () => {
  it('has every file of the folder, under the number of the file', () => {
    const files = readdirSync(join(import.meta.dirname, '../../src/migrations')).filter((file) => /^\d{4}-/.test(file));
    const listed = new Set([...migrations, ...cleanups].map((Migration) => new Migration().name.slice(-4)));
    expect(files.filter((file) => !listed.has(file.slice(0, 4)))).toEqual([]);
  });
});

describe('the rules of migrations', () => {
  const later = [...migrations, ...cleanups].filter(
    (Migration) => Number(/\d{13}$/.exec(Migration.name)?.[0]) > lastExempt && !exempt.includes(Migration),
  );

  it('hold for every migration of this repository since the rules were made', async () => {
    for (const Migration of later) {
      const isCleanup = (cleanups as unknown[]).includes(Migration);
      expect({ migration: Migration.name, problems: problemsOf(await textsOf(new Migration()), { isCleanup }) }).toEqual({
        migration: Migration.name,
        problems: [],
      });
    }
  });

  it.each([
    ['CREATE INDEX event_at ON webhooks.event (at)', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX ON webhooks.event (at)', 'CONCURRENTLY'],
    ['DROP INDEX webhooks.event_at', 'CONCURRENTLY'],
    ['ALTER TABLE profiles.load ADD COLUMN kind text NOT NULL', 'give it a DEFAULT'],
    ['ALTER TABLE profiles.load ADD kind text NOT NULL, ADD note text', 'give it a DEFAULT'],
    ['ALTER TABLE profiles.load ADD COLUMN key uuid DEFAULT gen_random_uuid()', 'writes the whole table anew'],
    ['ALTER TABLE profiles.load ADD COLUMN n bigserial', 'writes the whole table anew'],
    ['ALTER TABLE profiles.load ALTER COLUMN tax_id TYPE varchar(20)', 'add another column'],
    ['ALTER TABLE profiles.load ALTER estado SET NOT NULL', 'NOT VALID'],
    [`ALTER TABLE profiles.load ADD CONSTRAINT known CHECK (estado IN ('a; b', 'c'))`, 'NOT VALID'],
    ['ALTER TABLE profiles.load ADD COLUMN owner uuid REFERENCES identity.corporation', 'NOT VALID'],
    ['ALTER TABLE profiles.load ADD PRIMARY KEY (id)', 'USING INDEX'],
    ['ALTER TABLE profiles.load DROP COLUMN estado', 'in a cleanup'],
    ['ALTER TABLE profiles.load RENAME COLUMN estado TO state', 'add the new one beside it'],
    ['DROP VIEW profiles.stored_summary', 'in a cleanup'],
    ['REVOKE SELECT ON profiles.stored_summary FROM vigia_gateway', 'in a cleanup'],
    ['UPDATE profiles.load SET kind = 1', 'in pieces'],
    ['TRUNCATE profiles.outbox', 'locks the table'],
    ['DO $$ BEGIN ALTER TABLE profiles.load DROP COLUMN estado; END $$', 'in a cleanup'],
    ['/* harmless */ -- really\n ALTER TABLE profiles.load\n   DROP COLUMN estado', 'in a cleanup'],
  ])('forbid a migration that locks a large table or breaks the previous release: %s', (text, problem) => {
    expect(problemsOf([lockTimeoutOfTwo, text])).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['ALTER TABLE profiles.load ADD COLUMN note text', 'CREATE OR REPLACE VIEW profiles.some AS SELECT 1 AS one'])(
    'demand a lock_timeout: %s',
    (text) => {
      expect(problemsOf([text])).toEqual([expect.stringContaining('lock_timeout')]);
      expect(problemsOf([`${lockTimeout}; ${text};`])).toEqual([]);
    },
  );

  it.each([
    ['ALTER TABLE profiles.load ADD COLUMN note text', 'ALTER TABLE billing.access ADD COLUMN note text'],
    ['ALTER TABLE billing.monitoring DROP CONSTRAINT monitoring_contract_id_fkey'],
    ['ALTER TABLE billing.monitoring ADD FOREIGN KEY (contract_id) REFERENCES billing.contract NOT VALID'],
    ['CREATE TRIGGER one AFTER INSERT ON profiles.load EXECUTE FUNCTION f()', 'DROP TRIGGER two ON billing.access'],
    ['ALTER TABLE profiles.load ADD COLUMN note text', 'CREATE OR REPLACE VIEW profiles.some AS SELECT note FROM profiles.load'],
  ])('demand a shorter lock_timeout for a migration that locks several tables or views: %s', (...texts) => {
    expect(problemsOf([lockTimeout, ...texts])).toEqual([expect.stringContaining('for each of 2 tables and views')]);
    expect(problemsOf([lockTimeoutOfTwo, ...texts])).toEqual([]);
  });

  it.each([
    `CREATE TABLE profiles.note (id uuid PRIMARY KEY, text text NOT NULL); CREATE INDEX ON profiles.note (text); ALTER TABLE profiles.note ADD CHECK (text <> '')`,
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS event_at ON webhooks.event (at)',
    `ALTER TABLE profiles.load ADD COLUMN kind text NOT NULL DEFAULT 'first'`,
    `ALTER TABLE profiles.load ADD CONSTRAINT known CHECK (kind <> '') NOT VALID`,
    'ALTER TABLE profiles.load VALIDATE CONSTRAINT known',
    'ALTER TABLE profiles.load SET (fillfactor = 90); ALTER TABLE profiles.task SET (fillfactor = 90)',
    'CREATE OR REPLACE VIEW profiles.some AS SELECT 1 AS one',
    'ALTER TABLE profiles.load ADD COLUMN note text; CREATE VIEW profiles.some AS SELECT 1 AS one; CREATE OR REPLACE VIEW profiles.some AS SELECT 2 AS one',
    'CREATE FUNCTION profiles.tidy() RETURNS void LANGUAGE sql AS $$ DELETE FROM profiles.outbox; DROP VIEW profiles.some; $$',
    'UPDATE profiles.load SET kind = 1 WHERE id IN (SELECT id FROM profiles.load LIMIT 1000)',
  ])('allow %s', (text) => {
    expect(problemsOf([lockTimeout, text])).toEqual([]);
  });

  it('allow only a cleanup to drop what the previous release used', () => {
    const texts = [lockTimeout, 'DROP VIEW profiles.some', 'ALTER TABLE profiles.load DROP COLUMN estado'];
    expect(problemsOf(texts, { isCleanup: true })).toEqual([]);
    expect(problemsOf([...texts, 'CREATE INDEX ON profiles.load (kind)'], { isCleanup: true })).toHaveLength(1);
  });
});
