import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database, type Transaction } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { readListed, readListedAmong } from '../../src/screening/lists/read-entities.js';
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

  it.each([
    ['page by page', (tx: Transaction) => readListed(tx, 'un', ''), `'un', ''`],
    ['by the ids of its entities', (tx: Transaction) => readListedAmong(tx, 'un', ids), `'un', '{${ids.join(',')}}'`],
  ])('is read %s without looking at what belongs to its entities again for each of them', async (_how, read, values) => {
    const texts: string[] = [];
    await read({ rows: async (text: string) => (texts.push(text), []) } as unknown as Transaction);
    const plan = await connection.transaction(async (tx) => {
      // With the plan for any values, which the connections of the loader use.
      await tx.rows(`PREPARE reading AS ${texts[0]}`);
      const [explained] = await tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE reading(${values})`,
      );
      await tx.rows('DEALLOCATE reading');
      return explained!['QUERY PLAN'][0].Plan;
    });
    expect(plan['Actual Rows']).toBe(entities);
    expect(mostRowsOf(plan)).toBeLessThan(10 * entities);
  });
});
