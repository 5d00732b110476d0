import type { Pool, PoolClient } from 'pg';
import { smallTables } from './generated-statistics.js';
import type { BoundValue } from './statement-tap.js';

interface PlanNode {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

const explained = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\s/i;
/** More than any batch, and few enough to be looked up one by one in whatever they are joined with. */
const mostTaken = 10_000;
const byIndex = ['Index Scan', 'Index Only Scan', 'Bitmap Index Scan'];

/** Scans of a whole large table, or of a whole index of one, in the plan for any values and in the one for those that are given. */
export async function wholeScans(database: Pool, text: string, values?: BoundValue[]): Promise<string[]> {
  if (!explained.test(text)) return [];
  const client = await database.connect();
  try {
    const isWhole = isWholeScan(await firstColumns(client));
    const generic = await planOf(client.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`));
    const custom = values && (await planOf(client.query(`EXPLAIN (VERBOSE, FORMAT JSON) ${text}`, values)));
    return [...scansIn(generic, isWhole), ...(custom ? scansIn(custom, isWhole) : [])];
  } finally {
    client.release();
  }
}

/**
 * How many rows the plan for any values expects of each limit inside of it, where that is more than any batch takes. A limit that is a parameter is
 * taken for a tenth of what there is. Whether the planner then reads whole tables to join them depends on the memory of the server (`work_mem`).
 */
export async function guessedLimits(database: Pool, text: string): Promise<number[]> {
  if (!explained.test(text)) return [];
  const plan = await planOf(database.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`));
  return (plan.Plans ?? []).flatMap(limitsIn).filter((rows) => rows > mostTaken);
}

/** Scans of all that a corporation has in a large table, in the plan for any values. */
export async function corporationScans(database: Pool, text: string): Promise<string[]> {
  if (!explained.test(text)) return [];
  const isOfCorporation = ({ 'Index Cond': condition = '' }: PlanNode) => /^\(+(\w+\.)?corporation_id = [^)]+\)+$/.test(condition);
  const plan = await planOf(database.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`));
  return scansIn(plan, isOfCorporation).filter((scan) => scan.includes(' by all of '));
}

function limitsIn(node: PlanNode): number[] {
  return [...(node['Node Type'] === 'Limit' ? [node['Plan Rows']] : []), ...(node.Plans ?? []).flatMap(limitsIn)];
}

async function planOf(asked: Promise<{ rows: unknown[] }>): Promise<PlanNode> {
  const { rows } = await asked;
  const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
  return plans[0].Plan;
}

/** A condition that leaves out the first column of an index, which has many values, is tried on all of its entries. */
const isWholeScan =
  (first: ReadonlyMap<string, string>) =>
  ({ 'Index Cond': condition, 'Index Name': name = '' }: PlanNode) =>
    condition === undefined || !condition.includes(first.get(name) ?? '');

/** Each index whose first column has many values, with that column. Among few values PostgreSQL goes from one to the next. */
async function firstColumns(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; first: string }>(
    `SELECT index.relname AS name, attname AS first
     FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS indexed ON indexed.oid = indrelid
       JOIN pg_stats ON schemaname = indexed.relnamespace::regnamespace::text AND tablename = indexed.relname
         AND attname = pg_get_indexdef(indexrelid, 1, true)
     WHERE n_distinct < 0 OR n_distinct > 1000`,
  );
  return new Map(rows.map(({ name, first }) => [name, first]));
}

/**
 * A scan that ends early, below a limit and without a sort between, reads no more than it is asked for. The catalog of the server does not
 * grow with what is loaded, and how it is read changes with the other databases of the server.
 */
function scansIn(node: PlanNode, isWhole: (node: PlanNode) => boolean, table = '', endsEarly = false): string[] {
  const type = node['Node Type'];
  const own = node['Relation Name'] ? `${node.Schema}.${node['Relation Name']}` : table;
  const isLarge = own !== '' && !(own in smallTables) && !own.startsWith('pg_catalog.');
  const found: string[] = [];
  if (type === 'Seq Scan' && isLarge) found.push(`${own} as a whole`);
  if (byIndex.includes(type) && isLarge && isWhole(node) && !endsEarly) found.push(`${own} by all of ${node['Index Name']}`);
  const passesOn = endsEarly && !['Sort', 'Aggregate', 'Hash', 'Unique'].includes(type);
  return [...found, ...(node.Plans ?? []).flatMap((inner) => scansIn(inner, isWhole, own, passesOn || type === 'Limit'))];
}
