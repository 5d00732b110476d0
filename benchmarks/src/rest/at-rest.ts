import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { databasePid, largestOf, memoryMb, processorMs, wakeUps } from '../processor-time.js';
import type { Started } from './started.js';

export interface Statement {
  text: string;
  perSecond: number;
}

export interface Rest {
  /** Shares of a core. */
  ours: number;
  postgres: number;
  redis: number | undefined;
  memoryMb: number;
  /** How often our process was idle and was woken, per second. */
  wakeUps: number;
  statements: Statement[];
  /** Per second; undefined without Redis. */
  scripts: number | undefined;
}

interface RedisServer {
  url: string;
  pid: number;
}

/** Makes PostgreSQL count statements from the next start on. */
export async function countStatements(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA public');
  await client.end();
}

/** The cost of an idle product. */
export async function measureRest(product: Started, redisServer: RedisServer | undefined, seconds: number): Promise<Rest> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const redis = redisServer && new Redis(redisServer.url);
  try {
    const postgresPid = await databasePid(async (text) => (await client.query<{ pid: number }>(text)).rows);
    const pid = await largestOf(product.pid, postgresPid);
    const before = await processorTimes();
    const wokenBefore = await wakeUps(pid);
    await client.query('SELECT pg_stat_statements_reset()');
    await redis?.config('RESETSTAT');
    await setTimeout(seconds * 1000);
    const { rows: statements } = await client.query<Statement>(
      `SELECT query AS text, (calls / $1::float8) AS "perSecond" FROM pg_stat_statements WHERE query !~ 'pg_stat_statements' ORDER BY calls DESC`,
      [seconds],
    );
    const scripts = redis && scriptsIn(await redis.info('commandstats')) / seconds;
    const woken = (await wakeUps(pid)) - wokenBefore;
    const after = await processorTimes();
    const share = (key: keyof typeof after) => (after[key] - before[key]) / (seconds * 1000);
    return {
      ours: share('all') - share('postgres'),
      postgres: share('postgres'),
      redis: redis && share('redis'),
      memoryMb: await memoryMb(pid),
      wakeUps: woken / seconds,
      statements,
      scripts,
    };

    async function processorTimes() {
      return {
        all: await processorMs([product.pid, postgresPid]),
        postgres: await processorMs([postgresPid]),
        redis: redisServer ? await processorMs([redisServer.pid]) : 0,
      };
    }
  } finally {
    redis?.disconnect();
    await client.end();
  }
}

function scriptsIn(commandStats: string): number {
  const calls = commandStats.matchAll(/^cmdstat_(?:eval|evalsha|fcall):calls=(\d+)/gm);
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
}
