import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Queue, Worker } from 'bullmq';
import pg from 'pg';
import { Pool } from 'undici';
import { RememberedTokens } from '../http/remembered-tokens.js';
import { redisConnection } from '../redis-connection.js';
import { plainDeliveries, queueName, type PlainJob } from './plain-deliveries.js';

/**
 * The minimum that could send from a queue and record it: a bare HTTP server, a BullMQ job that carries its body, one signed POST, one row.
 * Nothing is protected against a crash, retried, bounded per receiver or checked, and no commit waits for the disk.
 */
const {
  DATABASE_URL,
  BENCH_REDIS_URL = '',
  BENCH_RECEIVERS_URL = '',
  BENCH_CONCURRENCY = '',
  BENCH_JWT_KEY = '',
  BENCH_BODY = '',
} = process.env;
const body = readFileSync(BENCH_BODY, 'utf8');
const tokens = new RememberedTokens(BENCH_JWT_KEY);

const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10, options: '-c synchronous_commit=off' });
await database.query(
  `CREATE TABLE plain_attempt (trigger_id text NOT NULL, path text NOT NULL, status integer NOT NULL, total_ms integer NOT NULL,
     ended_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (trigger_id, path))`,
);
const attempted = {
  name: 'attempted',
  text: 'INSERT INTO plain_attempt (trigger_id, path, status, total_ms) VALUES ($1, $2, $3, $4)',
};
const receivers = new Pool(BENCH_RECEIVERS_URL, { connections: Number(BENCH_CONCURRENCY) });

const worker = new Worker<PlainJob>(queueName, ({ data }) => send(data), {
  connection: redisConnection(BENCH_REDIS_URL),
  concurrency: Number(BENCH_CONCURRENCY),
});
// Otherwise a caller would wait without end.
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
  const totalMs = Math.round(performance.now() - startedAt);
  await database.query({ ...attempted, values: [triggerId, path, answer.statusCode, totalMs] });
}

const queue = new Queue<PlainJob>(queueName, { connection: redisConnection(BENCH_REDIS_URL) });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await tokens.corporationOf(request.headers.authorization);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  JSON.parse(Buffer.concat(chunks).toString());
  const triggerId = randomUUID();
  await queue.addBulk(plainDeliveries(triggerId, body));
  const text = JSON.stringify({ statusCode: 202, data: { triggerId } });
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

await worker.waitUntilReady();
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'ready' }));
});
process.once('SIGTERM', () => process.exit(0));
