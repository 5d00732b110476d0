import { Redis } from 'ioredis';
import { Grown } from '../growth/grown.js';
import { operations, refresh, refreshed, type Operation } from '../growth/operations.js';
import { processorMs } from '../processor-time.js';
import { Arrivals } from '../webhooks/arrivals.js';
import type { Cost, Costs } from './costs.js';

const stored = 2_000;
const warmUps = 3;
const rounds = 8;

interface Counts {
  cpuMs: Record<string, number>;
  walBytes: number;
  commits: number;
  redisCommands: number;
}

async function counts(grown: Grown): Promise<Counts> {
  const cpu = await Promise.all(grown.processes.map(async ({ name, pid }) => [name, await processorMs([pid])] as const));
  const [row] = await grown.system.database.query<{ wal: string; commits: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal,
       (SELECT sum(xact_commit) FROM pg_stat_database WHERE datname = current_database()) AS commits`,
  );
  const redis = new Redis(grown.system.servers.brokers[0]!.url);
  const [, commands] = /^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))!;
  redis.disconnect();
  return { cpuMs: Object.fromEntries(cpu), walBytes: Number(row!.wal), commits: Number(row!.commits), redisCommands: Number(commands) };
}

/** Measured together with a cost. */
export interface Point {
  cost: Cost;
  perSecond: number;
  /** Processor time of the simulated sources and of the client, which a deployment does not have, or has on other machines. */
  besideMs: number;
}

async function measured(grown: Grown, operation: Pick<Operation, 'run'>, per = 1): Promise<Point> {
  for (let count = 0; count < warmUps; count += 1) await operation.run(grown);
  const [before, beside] = [await counts(grown), await besideOf(grown)];
  const work = [];
  for (let count = 0; count < rounds; count += 1) work.push(await operation.run(grown));
  const [after, besideAfter] = [await counts(grown), await besideOf(grown)];
  const done = work.reduce((all, one) => all + one.done, 0) / per;
  const each = (of: 'walBytes' | 'commits' | 'redisCommands') => (after[of] - before[of]) / done;
  return {
    cost: {
      cpuMs: Object.fromEntries(Object.entries(after.cpuMs).map(([name, ms]) => [name, (ms - before.cpuMs[name]!) / done])),
      walBytes: each('walBytes'),
      commits: each('commits'),
      redisCommands: each('redisCommands'),
    },
    perSecond: done / work.reduce((all, { seconds }) => all + seconds, 0),
    besideMs: (besideAfter - beside) / done,
  };
}

async function besideOf({ system }: Grown): Promise<number> {
  const { user, system: ofKernel } = process.cpuUsage();
  return (await processorMs([system.simulator.pid])) + (user + ofKernel) / 1_000;
}

/** The costs of operations on this machine, and how many per second of two kinds it did. */
export async function measureCosts(): Promise<{ costs: Costs; points: Record<'load' | 'refresh', Point> }> {
  const arrivals = await Arrivals.open();
  const grown = await Grown.start(arrivals.url);
  try {
    if (grown.system.servers.brokers[0]!.kind !== 'redis')
      throw new Error('what the broker does is counted on Redis, which this machine does not have');
    await grown.growTo(stored);
    const by = Object.fromEntries(operations(arrivals).map((operation) => [operation.unit, operation]));
    const bytesBefore = await bytesOf(grown);
    const load = await measured(grown, by.loads!);
    const loadedProfiles = (await bytesOf(grown)).profiles - bytesBefore.profiles;
    const profile = ((await bytesOf(grown)).all - bytesBefore.all) / loadedProfiles;
    const refreshes = await measured(grown, await repeatedRefresh(grown), 17);
    const { cost: read } = await measured(grown, by.reads!);
    const { cost: trigger } = await measured(grown, by.triggers!);
    const { task, load: ofLoad } = await bytesOf(grown);
    const bytes = { profile, task, load: ofLoad, ...(await bytesOfTriggers(grown)) };
    const costs = { load: load.cost, refresh: refreshes.cost, read, trigger, bytes };
    return { costs, points: { load, refresh: refreshes } };
  } finally {
    await grown.stop();
    arrivals.close();
  }
}

/** Refreshes profiles that were refreshed before: in the first refresh of a stored profile every section is news. */
async function repeatedRefresh(grown: Grown): Promise<Pick<Operation, 'run'>> {
  for (let place = 0; place < rounds; place += 1) await refresh(grown, place * refreshed);
  let place = 0;
  return { run: (again) => refresh(again, (place++ % rounds) * refreshed) };
}

/** What one trigger leaves: its bodies, its delivery to one receiver with the attempt, and its event. */
async function bytesOfTriggers({ system }: Grown): Promise<Record<'body' | 'delivery' | 'event', number>> {
  const [row] = await system.database.query<Record<'body' | 'delivery' | 'event', string>>(
    `SELECT pg_total_relation_size('webhooks.payload') / events AS body,
       (pg_total_relation_size('webhooks.delivery') + pg_total_relation_size('webhooks.attempt')) / events AS delivery,
       pg_total_relation_size('webhooks.event') / events AS event
     FROM (SELECT count(*) AS events FROM webhooks.event) AS counted`,
  );
  return { body: Number(row!.body), delivery: Number(row!.delivery), event: Number(row!.event) };
}

async function bytesOf({ system }: Grown): Promise<Record<'all' | 'profiles' | 'task' | 'load', number>> {
  const [row] = await system.database.query<Record<'all' | 'profiles' | 'task' | 'load', string>>(
    `SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('profiles', 'billing')
         AND relname NOT IN ('task', 'load')) AS all,
       (SELECT count(*) FROM profiles.profile) AS profiles,
       pg_total_relation_size('profiles.task') / (SELECT count(*) FROM profiles.task) AS task,
       pg_total_relation_size('profiles.load') / (SELECT count(*) FROM profiles.load) AS load`,
  );
  return { all: Number(row!.all), profiles: Number(row!.profiles), task: Number(row!.task), load: Number(row!.load) };
}
