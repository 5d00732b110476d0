import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { RememberedTokens } from '../http/remembered-tokens.js';

/**
 * What a developer would write only to win: `node:http`, one prepared statement over a pool of the same size, a token that is verified once
 * and cached until it expires, one write per answer. No framework, no limits, no suspension, no tags, no log, no other answers.
 */
const { DATABASE_URL, BENCH_JWT_KEY = '', BENCH_POOL = '10' } = process.env;
const tokens = new RememberedTokens(BENCH_JWT_KEY);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(BENCH_POOL), min: Number(BENCH_POOL), idleTimeoutMillis: 0 });

type Version = 'v1' | 'v2';
const statement = (version: Version) => ({
  name: `summary_${version}`,
  text: `
    SELECT access.state, access.expires_at, profile.estado, profile.failed_sources, array_to_string(profile.fragments_${version}, ',') AS fragments
    FROM billing.access JOIN profiles.profile ON profile.tax_id = access.tax_id AND profile.doc_type = access.doc_type
    WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = 'RUC'`,
});
const statements = { v1: statement('v1'), v2: statement('v2') };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const [, version, , taxId] = (request.url ?? '').split('/') as [string, Version, string, string];
    const corporation = await tokens.corporationOf(request.headers.authorization);
    const { rows } = await pool.query({ ...statements[version], values: [corporation, taxId] });
    const [row] = rows;
    const activo = row.state === 'active' && (row.expires_at === null || row.expires_at > new Date());
    const state = `"estado":${JSON.stringify(row.estado)},"subhelpers_fallidos":${JSON.stringify(row.failed_sources)},`;
    const body = `{"statusCode":200,"data":{"taxId":"${taxId}","activo":${activo},${version === 'v2' ? state : ''}${row.fragments}}}`;
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
