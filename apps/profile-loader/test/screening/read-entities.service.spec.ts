import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { lastOfPages, readListed, readListedAmong } from '../../src/screening/lists/read-entities.js';
import { plantList } from './planted-list.js';

const entities = 1_000;
const ids = Array.from({ length: entities }, (_, n) => `E-${n}`);

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** How many rows the busiest node of a plan has looked at. */
function mostRowsOf(node: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return Math.max(rows * node['Actual Loops'], ...(node.Plans ?? []).map(mostRowsOf));
}

describe('the first list of a new installation, which the planner knows nothing about', () => {
  let database: TestDatabase;
  let connection: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = await openDatabase({ url: database.url, service: 'profile-loader', poolSize: 1 });
    await plantList(
      database,
      'un',
      'un 1',
      ids.map((id, n) => ({
        id,
        names: [{ name: `NOMBRE NUMERO ${n}` }],
        documents: [{ type: 'passport', number: `P${n}` }],
        births: [{ from: 1960, to: 1970 }],
        countries: ['PE'],
      })),
    );
  });

  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  /** With the plan for any values, which the connections of the loader use. */
  async function planOf(read: (tx: Transaction) => Promise<unknown>, values: string): Promise<PlanNode> {
    const texts: string[] = [];
    await read({ rows: async (text: string) => (texts.push(text), []) } as unknown as Transaction);
    return connection.transaction(async (tx) => {
      await tx.rows(`PREPARE reading AS ${texts[0]}`);
      const [explained] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE reading(${values})`,
      );
      await tx.rows('DEALLOCATE reading');
      return explained!['QUERY PLAN'][0].Plan;
    });
  }

  it.each([
    ['page by page', (tx: Transaction) => readListed(tx, 'un', '', 'E-999'), `'un', '', 'E-999'`],
    ['by the ids of its entities', (tx: Transaction) => readListedAmong(tx, 'un', ids), `'un', '{${ids.join(',')}}'`],
  ])('is read %s without looking at what belongs to its entities again for each of them', async (_how, read, values) => {
    const plan = await planOf(read, values);
    expect(plan['Actual Rows']).toBe(entities);
    expect(mostRowsOf(plan)).toBeLessThan(10 * entities);
  });

  it('is read in pages, each of which looks only at its own entities', async () => {
    const page = ['E-10', 'E-100', 'E-101', 'E-102'];
    const read = (tx: Transaction) => readListed(tx, 'un', 'E-1', 'E-102');
    expect((await connection.transaction(read)).map(({ id }) => id)).toEqual(page);
    const plan = await planOf(read, `'un', 'E-1', 'E-102'`);
    expect(plan['Actual Rows']).toBe(page.length);
    expect(mostRowsOf(plan)).toBeLessThan(10 * page.length);
  });

  it('has pages of a thousand entities, and a last one with the rest', async () => {
    const more = ids.concat(Array.from({ length: 1_001 }, (_, n) => `F-${n}`));
    await plantList(
      database,
      'ue',
      'ue 1',
      more.map((id) => ({ id, names: [{ name: 'UN NOMBRE' }] })),
    );
    const last = (list: string) => connection.transaction((tx) => lastOfPages(tx, list)).then((rows) => rows.map(({ id }) => id));
    const sorted = more.toSorted();
    expect(await last('ue')).toEqual([sorted[999], sorted[1_999], sorted[2_000]]);
    expect(await last('un')).toEqual(['E-999']);
    expect(await last('nada')).toEqual([]);
  });
});
