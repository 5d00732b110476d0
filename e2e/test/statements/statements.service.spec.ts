import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { camelCase, serviceRoles } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import pg from 'pg';
import { describedColumns, kindOfType, type Column } from './described-columns.js';
import { productStatements, type Found, type ProductStatement, type Property } from './product-statements.js';
import { sendersOf } from './senders.js';

describe('every statement of the product', () => {
  let found: Found;
  let database: TestDatabase;
  let client: pg.Client;
  let typeNames: Map<number, string>;

  beforeAll(async () => {
    found = productStatements();
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ oid: number; name: string }>('SELECT oid::int, typname AS name FROM pg_type');
    typeNames = new Map(rows.map(({ oid, name }) => [oid, name]));
  });

  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  /** The fault of a statement, in one line. */
  async function fault({ where, text, properties }: ProductStatement): Promise<string | undefined> {
    try {
      const columns = await describedColumns(client, text);
      const faults = properties.length > 0 ? differences(properties, columns) : [];
      return faults.length > 0 ? `${where}: ${faults.join(', ')}` : undefined;
    } catch (error) {
      return `${where}: ${(error as Error).message}`;
    }
  }

  function differences(properties: Property[], columns: Column[]): string[] {
    const given = new Map(columns.map(({ name, typeOid }) => [camelCase(name), typeNames.get(typeOid) ?? '']));
    const wrong = properties.flatMap(({ name, isOptional, kinds }) => {
      const type = given.get(name);
      if (type === undefined) return isOptional ? [] : [`no column for ${name}`];
      const kind = kindOfType[type] ?? `unknown ${type}`;
      const isRight = kind === 'any' || kinds.every((one) => ['any', 'null', 'undefined', kind].includes(one));
      return isRight ? [] : [`${name} is ${type} and not ${kinds.join(' | ')}`];
    });
    const undeclared = [...given.keys()].filter((name) => !properties.some((property) => property.name === name));
    return [...wrong, ...undeclared.map((name) => `${name} is not declared`)];
  }

  async function faults(): Promise<string[]> {
    const all: string[] = [];
    for (const statement of found.statements) {
      const one = await fault(statement);
      if (one) all.push(one);
    }
    return [...new Set(all)];
  }

  it('is marked as sql, with a constant text', () => {
    expect(found.unmarked).toEqual([]);
    expect(found.notConstant).toEqual([]);
    expect(found.statements.length).toBeGreaterThan(200);
  });

  it('is found where an import computes the name of its table, which is replaced by its parent', () => {
    const kept = found.statements.filter(({ text }) => text.startsWith('INSERT INTO registry.fact '));
    expect(kept).toMatchObject([{ where: expect.stringMatching(/^apps\/data-importer\/src\/importing\/copy-rows\.ts:/) }]);
  });

  it('can be prepared, and gives the declared columns in their declared types', async () => {
    expect(await faults()).toEqual([]);
  });

  it('can run in the role of its service, which reads views of other services but no table', async () => {
    const sent = found.statements.flatMap((statement) => sendersOf(statement).map((service) => ({ service, ...statement })));
    expect(new Set(sent.map(({ service }) => service))).toEqual(new Set(Object.keys(serviceRoles)));
    expect(new Set(sent.map(({ where }) => where.split('/')[1]))).toEqual(
      new Set([...Object.keys(serviceRoles), 'dispatch', 'summaries', 'service-kit']),
    );
    const refused: string[] = [];
    for (const { service, where, text } of sent) {
      await client.query(`SET ROLE ${serviceRoles[service]}`);
      await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`).catch((error: Error) => refused.push(`${service}, ${where}: ${error.message}`));
    }
    await client.query('RESET ROLE');
    expect(refused).toEqual([]);
  });

  it('is reported when a migration removes one of its columns', async () => {
    await client.query('ALTER TABLE profiles.source_pause RENAME COLUMN reason TO why');
    const named = await faults();
    await client.query('ALTER TABLE profiles.source_pause RENAME COLUMN why TO reason');
    const using = found.statements.filter(({ text }) => /source_pause/.test(text) && /\breason\b/.test(text)).map(({ where }) => where);
    expect(using.length).toBeGreaterThan(1);
    expect(named.map((one) => one.slice(0, one.indexOf(': ')))).toEqual(using);
    for (const one of named) expect(one).toContain('column "reason"');
  });

  it('is reported when a column has another type than declared, or is missing', () => {
    const oid = (name: string) => [...typeNames].find(([, one]) => one === name)![0];
    const columns = [
      { name: 'tax_id', typeOid: oid('int8') },
      { name: 'amount', typeOid: oid('int8') },
    ];
    expect(differences([{ name: 'taxId', isOptional: false, kinds: ['string'] }], columns)).toEqual(['amount is not declared']);
    const declared = [
      { name: 'amount', isOptional: false, kinds: ['number', 'null'] },
      { name: 'endsOn', isOptional: false, kinds: ['string'] },
    ];
    expect(differences(declared, columns.slice(1))).toEqual(['amount is int8 and not number | null', 'no column for endsOn']);
  });
});
