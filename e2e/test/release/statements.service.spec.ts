import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, serviceRoles, type DatabaseService } from '@vigia/database';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import { describedColumns } from '../statements/described-columns.js';
import { productStatements } from '../statements/product-statements.js';
import { sendersOf } from '../statements/senders.js';
import { released } from './released.js';

interface SentStatement {
  service: DatabaseService;
  text: string;
  /** The columns of its rows: `tax_id text`. */
  columns: string[];
}

/** A database with migrations of other releases, so that this release does not run its cleanups yet. */
async function createUpgradedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await database.query('CREATE TABLE public.migration (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL)');
  await migrate(database.url);
  return database;
}

/** Types of PostgreSQL itself have the same number in every database. */
async function typeNames(client: pg.Client): Promise<(oid: number) => string> {
  const { rows } = await client.query<{ oid: number; name: string }>('SELECT oid::int, typname AS name FROM pg_type');
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  return (oid) => names.get(oid) ?? String(oid);
}

async function sentNow(): Promise<SentStatement[]> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const typeName = await typeNames(client);
  const sent = new Map<string, SentStatement>();
  const ofSources = productStatements().statements.flatMap((statement) =>
    sendersOf(statement).map((service) => ({ service, ...statement })),
  );
  for (const { service, text } of [...ofSources, ...copiedColumns()]) {
    const columns = (await describedColumns(client, text)).map(({ name, typeOid }) => `${name} ${typeName(typeOid)}`);
    sent.set(`${service} ${text}`, { service, text, columns });
  }
  await client.end();
  await database.drop();
  return [...sent.values()];
}

/** The importer copies rows into tables whose names it computes. Their columns are those of the table that they become a part of. */
function copiedColumns(): Pick<SentStatement, 'service' | 'text'>[] {
  const tables = readFileSync(new URL('../../../apps/data-importer/src/rows/tables.ts', import.meta.url), 'utf8');
  const copied = [...tables.matchAll(/table\('(\w+)', '([\w ]+)'\)/g)];
  return copied.map(([, name, columns]) => ({
    service: 'data-importer',
    text: `SELECT ${columns!.replaceAll(' ', ', ')} FROM registry.${name}`,
  }));
}

describe('a statement of the previous release on the schema of this one before its cleanup', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let before: SentStatement[];

  beforeAll(async () => {
    const recorded = process.env.VIGIA_RECORD_RELEASE === 'true' ? await sentNow() : [];
    before = released('statements', () => recorded);
    database = await createUpgradedDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  async function faults(): Promise<string[]> {
    const typeName = await typeNames(client);
    const found: string[] = [];
    for (const { service, text, columns } of before) {
      try {
        await client.query(`SET ROLE ${serviceRoles[service]}`);
        await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
        const given = (await describedColumns(client, text)).map(({ name, typeOid }) => `${name} ${typeName(typeOid)}`);
        const lost = columns.filter((column) => !given.includes(column));
        if (lost.length > 0) found.push(`${service} no longer gets ${lost.join(', ')}: ${text}`);
      } catch (error) {
        found.push(`${service}: ${(error as Error).message}: ${text}`);
      }
    }
    await client.query('RESET ROLE');
    return found;
  }

  it('runs in the role of its service and gives the same columns', async () => {
    expect(before.length).toBeGreaterThan(200);
    expect(await faults()).toEqual([]);
  });

  it('is recorded also where a library sends it or rows are copied', () => {
    const isRecorded = (text: RegExp) => before.some((statement) => text.test(statement.text));
    expect([/^INSERT INTO billing\.outbox /, /^SELECT ruc, name, .+ FROM registry\.taxpayer$/].map(isRecorded)).toEqual([true, true]);
  });

  it.each([
    ['column', 'RENAME COLUMN reason TO why', 'RENAME COLUMN why TO reason', 'column "reason"'],
    ['type of a column', 'ALTER reason TYPE varchar(200)', 'ALTER reason TYPE text', 'no longer gets reason text'],
    ['table', 'RENAME TO pause', '', 'relation "profiles.source_pause" does not exist'],
  ])('is reported when a migration changes the %s that it uses', async (_what, change, undo, fault) => {
    await client.query(`ALTER TABLE profiles.source_pause ${change}`);
    const found = await faults();
    if (undo) await client.query(`ALTER TABLE profiles.source_pause ${undo}`);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toContain(fault);
  });
});
