import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import pg from 'pg';

/**
 * The least that could answer: the same token verified by the same library, the same rows by the same keys, the same
 * bytes. No framework, no limits, no log, no revocation.
 */
const { DATABASE_URL, BENCH_JWT_KEY = '', BENCH_POOL = '10' } = process.env;
const key = Buffer.from(BENCH_JWT_KEY, 'base64url');
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(BENCH_POOL) });

const sql = (fragments: string) => `
  SELECT access.state, access.expires_at, profile.estado, profile.failed_sources, array_to_string(profile.${fragments}, ',') AS fragments
  FROM billing.access JOIN profiles.profile ON profile.tax_id = access.tax_id AND profile.doc_type = access.doc_type
  WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = $3`;
const statements = { v1: sql('fragments_v1'), v2: sql('fragments_v2') };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const [, version, , taxId] = (request.url ?? '').split('/') as [string, 'v1' | 'v2', string, string];
    const { payload } = await jwtVerify(request.headers.authorization?.slice('Bearer '.length) ?? '', key, { algorithms: ['HS256'] });
    const { rows } = await pool.query(statements[version], [payload.corp, taxId, 'RUC']);
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
