import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { createTestDatabase, receiversOnThisMachine, startSystem, type TestDatabase } from '@vigia/testing';
import { everyOperation } from './every-operation.js';
import { productStatements } from '../statements/product-statements.js';
import { readsAllOfACorporation, readsAVersion, readsByLaterColumns, readsOfANewInstallation, readsWhatIsOpen } from './exceptions.js';
import { pretendCorporations, pretendRows } from './generated-statistics.js';
import { tapStatements, type BoundValue } from './statement-tap.js';
import { corporationScans, guessedLimits, wholeScans } from './whole-scans.js';

const environment = { ...receiversOnThisMachine, VIGIA_WEBHOOK_RETRIES: '20ms', VIGIA_RATE_PER_SECOND: '1000', VIGIA_RATE_BURST: '1000' };

describe('the statements of the product at 5 million rows', () => {
  /** The statements of the product, each with the file that runs it. */
  let fileOf: Map<string, string>;
  let sent: Map<string, BoundValue[]>;
  let large: TestDatabase;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const tap = await tapStatements(database.url);
    const system = await startSystem({ broker: 'postgres', brokerUrl: database.url, database: { ...database, url: tap.url }, environment });
    try {
      await everyOperation(system);
    } finally {
      await system.stop();
      tap.close();
    }
    sent = tap.statements;
    fileOf = new Map(productStatements().statements.map(({ where, text }) => [text, where.replace(/:\d+$/, '')]));
    large = await createTestDatabase();
    await pretendRows(large);
  }, 600_000);

  afterAll(() => large?.drop());

  async function scansOf({ url }: TestDatabase, texts: Iterable<string>): Promise<Record<string, string[]>> {
    const connection = await openDatabase({ url, poolSize: 1 });
    const found: Record<string, string[]> = {};
    for (const text of texts) {
      const scans = await wholeScans(connection.pool, text, sent.get(text));
      const file = fileOf.get(text) ?? text;
      if (scans.length > 0) found[file] = [...new Set([...(found[file] ?? []), ...scans])].toSorted();
    }
    await connection.close();
    return found;
  }

  it('scan no whole table or index while a client or a lock waits', async () => {
    const exceptions = [readsWhatIsOpen, readsByLaterColumns, readsAVersion];
    const files = new Set(exceptions.flatMap((one) => Object.keys(one)));
    const allowedIn = (file: string) => exceptions.flatMap((one) => one[file] ?? []).toSorted();
    const allowed = Object.fromEntries([...files].map((file) => [file, allowedIn(file)]));
    expect(await scansOf(large, new Set([...fileOf.keys(), ...sent.keys()]))).toEqual(allowed);
  });

  it('scan no whole table of a new installation either, whose plans the services keep until its tables are analysed', async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await scansOf(fresh, fileOf.keys())).toEqual(readsOfANewInstallation);
    } finally {
      await fresh.drop();
    }
  });

  it('have no plan that guesses a tenth of a table for a limit', async () => {
    const connection = await openDatabase({ url: large.url, poolSize: 1 });
    const found: Record<string, number[]> = {};
    for (const [text, file] of fileOf) {
      const limits = await guessedLimits(connection.pool, text);
      if (limits.length > 0) (found[file] ??= []).push(...limits);
    }
    await connection.close();
    expect(found).toEqual({});
  });

  it('about documents do not read all rows of a large corporation', async () => {
    await pretendCorporations(large, 1_000_000);
    const connection = await openDatabase({ url: large.url, poolSize: 1 });
    const found: Record<string, string[]> = {};
    for (const [text, file] of fileOf) {
      const scans = await corporationScans(connection.pool, text);
      if (scans.length > 0) found[file] = [...new Set([...(found[file] ?? []), ...scans])].toSorted();
    }
    await connection.close();
    expect(found).toEqual(readsAllOfACorporation);
  });

  it('are recorded with the text that the services send', () => {
    const known = [...fileOf.keys()].filter((text) => sent.has(text));
    expect(known.length).toBeGreaterThan(200);
  });

  it('can use an index for every foreign key to rows that are deleted or change their key', async () => {
    const keys = await large.query<{ name: string; pointsTo: string; columns: string[] }>(
      `SELECT conrelid::regclass || ' ' || conname AS name, confrelid::regclass AS "pointsTo",
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY(confkey)) AS columns
       FROM pg_constraint WHERE contype = 'f' AND connamespace::regnamespace::text IN ('identity', 'profiles', 'billing', 'webhooks', 'registry')
         AND NOT EXISTS (
           SELECT FROM pg_index WHERE indrelid = conrelid AND indisvalid AND indpred IS NULL AND (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`,
    );
    const texts = [...fileOf.keys()].map((text) => text.replace(/\s+/g, ' '));
    const moves = ({ pointsTo, columns }: (typeof keys)[number]) =>
      texts.some(
        (text) =>
          text.includes(`DELETE FROM ${pointsTo} `) ||
          columns.some((column) => new RegExp(`UPDATE ${pointsTo} SET (?:(?!WHERE|FROM)[^])*\\b${column} = `).test(text)),
      );
    expect(keys.filter(moves).map(({ name }) => name)).toEqual([]);
  });
});
