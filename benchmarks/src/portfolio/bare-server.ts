import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { questionsFor } from './questions.js';

/**
 * The minimum that could answer: one named prepared statement for each question, with its rows unchanged. No session, no access check, no
 * variable filter, no framework, no log.
 */
const { DATABASE_URL, BENCH_CORPORATION, BENCH_SIZE, BENCH_POOL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(BENCH_POOL) });
const statements = new Map(questionsFor(Number(BENCH_SIZE)).map(({ path, name, bare }) => [path, { name, text: bare }]));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { rows } = await pool.query({ ...statements.get(request.url ?? '')!, values: [BENCH_CORPORATION] });
    const body = JSON.stringify({ entries: rows.slice(0, 25) });
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, msg: 'ready' }));
});
process.once('SIGTERM', () => process.exit(0));
