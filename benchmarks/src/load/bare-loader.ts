import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sourceNames, sourceQueue, sourcesFor, type SourceName } from '@vigia/contracts';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Pool } from 'undici';
import { BareRows, sessionOptions } from './bare-rows.js';

/**
 * The minimum that could load a profile: one BullMQ job per source, requests to the same simulator, the same rows, and an answer when all
 * of them are written. Nothing is validated, mapped, scored, retried, billed or protected against a crash.
 */
const { DATABASE_URL = '', BENCH_REDIS_URL = '', BENCH_SOURCES_URL = '', BENCH_CONCURRENCY = '10' } = process.env;
// The adds of one load leave in one packet; the workers share a connection, besides the one on which each waits for jobs.
const sending = new Redis(BENCH_REDIS_URL, { enableAutoPipelining: true });
const working = new Redis(BENCH_REDIS_URL, { maxRetriesPerRequest: null });
const rows = new BareRows(new pg.Pool({ connectionString: DATABASE_URL, max: 10, options: sessionOptions }));
await rows.createTables();
const simulator = new Pool(BENCH_SOURCES_URL, { connections: 64 });
const lastStage = 'listas_compliance';

interface Job {
  loadId: string;
  requestId: string;
  taxId: string;
}
interface Fanout {
  left: number;
  done: () => void;
}
const open = new Map<string, Fanout>();
const queues = new Map(sourceNames.map((source) => [source, new Queue<Job>(`bare-${sourceQueue(source)}`, { connection: sending })]));
const jobOptions = { removeOnComplete: true, removeOnFail: true };
for (const source of sourceNames) {
  const worker = new Worker<Job>(`bare-${sourceQueue(source)}`, ({ data }) => ask(source, data), {
    connection: working,
    concurrency: Number(BENCH_CONCURRENCY),
  });
  // Otherwise a caller would wait without end.
  worker.on('failed', (_job, error) => {
    console.error(error);
    process.exit(1);
  });
}

async function ask(source: SourceName, job: Job): Promise<void> {
  const { loadId, requestId, taxId } = job;
  const { body } = await simulator.request({ method: 'GET', path: `/sources/${source}/RUC/${taxId}` });
  const { data, sourceVersion, observedAt } = (await body.json()) as { data: object | null; sourceVersion: string; observedAt: string };
  await rows.keepAnswer(loadId, taxId, source, { data, sourceVersion, observedAt });
  const fanout = open.get(loadId)!;
  fanout.left -= 1;
  const { left } = fanout;
  if (left === 1) await queues.get(lastStage)!.add(lastStage, job, jobOptions);
  if (left > 0) return;
  await rows.closeLoad(loadId, requestId, taxId);
  fanout.done();
}

async function load(taxId: string): Promise<void> {
  const loadId = randomUUID();
  const sources = sourcesFor('RUC');
  const requestId = await rows.openLoad(loadId, taxId, sources);
  await new Promise<void>((done, fail) => {
    open.set(loadId, { left: sources.length, done });
    const first = sources.filter((source) => source !== lastStage);
    Promise.all(first.map((source) => queues.get(source)!.add(source, { loadId, requestId, taxId }, jobOptions))).catch(fail);
  });
  open.delete(loadId);
}

const server = createServer((request, response) => {
  load((request.url ?? '').slice(1)).then(
    () => response.writeHead(200).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'ready' }));
});
process.once('SIGTERM', () => process.exit(0));
