import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Pool } from 'undici';
import { RememberedTokens } from '../http/remembered-tokens.js';

/**
 * What a developer would write only to win while keeping every answered event: one named statement that commits the event with its body and
 * its deliveries, the answer, one signed POST each over persistent connections, one named statement with all outcomes, whose commit does not
 * wait for the disk. No queue, no limits, no retries, no idempotency, no reading of profiles, no log; deliveries in progress are not resumed
 * after a crash.
 */
const {
  DATABASE_URL,
  BENCH_JWT_KEY = '',
  BENCH_POOL = '10',
  BENCH_RECEIVERS_URL = '',
  BENCH_CONCURRENCY = '',
  BENCH_BODY = '',
} = process.env;
const paths = ['/1', '/2', '/3'];
const secretKey = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const body = readFileSync(BENCH_BODY);
const tokens = new RememberedTokens(BENCH_JWT_KEY);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(BENCH_POOL), min: Number(BENCH_POOL), idleTimeoutMillis: 0 });
const receivers = new Pool(BENCH_RECEIVERS_URL, { connections: Number(BENCH_CONCURRENCY) });
await pool.query(`
  CREATE TABLE durable_event (id uuid PRIMARY KEY, tax_id text NOT NULL, body bytea NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE durable_delivery (event_id uuid NOT NULL REFERENCES durable_event, path text NOT NULL, status integer, total_ms integer,
    ended_at timestamptz, PRIMARY KEY (event_id, path))`);

const accepted = {
  name: 'accepted',
  text: `WITH event AS (INSERT INTO durable_event (id, tax_id, body) VALUES ($1, $2, $3) RETURNING id)
    INSERT INTO durable_delivery (event_id, path) SELECT id, unnest($4::text[]) FROM event`,
};
const sent = {
  name: 'sent',
  text: `UPDATE durable_delivery AS delivery SET status = outcome.status, total_ms = outcome.total_ms, ended_at = now()
    FROM (SELECT set_config('synchronous_commit', 'off', true)) AS async_commit,
      unnest($2::text[], $3::integer[], $4::integer[]) AS outcome (path, status, total_ms)
    WHERE delivery.event_id = $1 AND delivery.path = outcome.path`,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await tokens.corporationOf(request.headers.authorization);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { taxId } = JSON.parse(Buffer.concat(chunks).toString()) as { taxId: string };
    const triggerId = randomUUID();
    await pool.query({ ...accepted, values: [triggerId, taxId, body, paths] });
    const text = JSON.stringify({ statusCode: 202, data: { triggerId } });
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
    const signature = `sha256=${createHmac('sha256', secretKey).update(body).digest('hex')}`;
    const outcomes = await Promise.all(paths.map((path) => send(path, triggerId, signature)));
    await pool.query({ ...sent, values: [triggerId, paths, outcomes.map(({ status }) => status), outcomes.map(({ totalMs }) => totalMs)] });
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function send(path: string, triggerId: string, signature: string): Promise<{ status: number; totalMs: number }> {
  const startedAt = performance.now();
  const headers = { 'content-type': 'application/json', 'x-service-trigger-id': triggerId, 'x-service-signature': signature };
  const { statusCode: status, body: said } = await receivers.request({ method: 'POST', path, headers, body });
  await said.dump();
  return { status, totalMs: Math.round(performance.now() - startedAt) };
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'ready' }));
});
process.once('SIGTERM', () => process.exit(0));
