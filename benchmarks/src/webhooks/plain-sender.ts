import { createHmac } from 'node:crypto';
import { Worker } from 'bullmq';
import pg from 'pg';
import { Pool } from 'undici';
import { redisConnection } from '../redis-connection.js';

/**
 * The least that could send from a queue and remember it: a BullMQ job that carries its body, one signed POST, one row. Nothing is
 * kept through a crash, retried, bounded per receiver or checked.
 */
const { DATABASE_URL, BENCH_REDIS_URL = '', BENCH_RECEIVERS_URL = '', BENCH_CONCURRENCY = '' } = process.env;

export interface PlainJob {
  path: string;
  triggerId: string;
  body: string;
  secretKey: string;
}

const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await database.query(
  `CREATE TABLE plain_attempt (trigger_id text NOT NULL, path text NOT NULL, status integer NOT NULL, total_ms integer NOT NULL,
     ended_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (trigger_id, path))`,
);
const receivers = new Pool(BENCH_RECEIVERS_URL, { connections: Number(BENCH_CONCURRENCY) });

const worker = new Worker<PlainJob>('plain-deliveries', ({ data }) => send(data), {
  connection: redisConnection(BENCH_REDIS_URL),
  concurrency: Number(BENCH_CONCURRENCY),
});
// A caller would wait for ever.
worker.on('failed', (_job, error) => {
  console.error(error);
  process.exit(1);
});

async function send({ path, triggerId, body, secretKey }: PlainJob): Promise<void> {
  const startedAt = performance.now();
  const headers = {
    'content-type': 'application/json',
    'x-service-trigger-id': triggerId,
    'x-service-signature': `sha256=${createHmac('sha256', secretKey).update(body).digest('hex')}`,
  };
  const answer = await receivers.request({ method: 'POST', path, headers, body });
  await answer.body.dump();
  await database.query('INSERT INTO plain_attempt (trigger_id, path, status, total_ms) VALUES ($1, $2, $3, $4)', [
    triggerId,
    path,
    answer.statusCode,
    Math.round(performance.now() - startedAt),
  ]);
}

await worker.waitUntilReady();
console.log(JSON.stringify({ url: 'http://127.0.0.1:0', msg: 'ready' }));
process.once('SIGTERM', () => process.exit(0));
