import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate } from '@vigia/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@vigia/local-servers';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { bearer, callsWithToken } from './requests/calls.js';
import { obtainToken } from './requests/tokens.js';

let folder: string;
let postgres: EmbeddedPostgres;
let gateways: Gateways;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigia-away-'));
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o711);
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await migrate(postgres.url);
  gateways = await openGateways();
  url = await gateways.start({ environment: { DATABASE_URL: postgres.url } });
});

afterAll(async () => {
  await gateways?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('while the database is away, every call is asked to come back, soon, and is served again when it is there', async () => {
  const token = await obtainToken(url, await gateways.operator.createAccount());
  const { port } = postgres;
  for (const [, call] of callsWithToken) await call(url, bearer(token));
  await postgres.stop();
  for (const [name, call] of callsWithToken) {
    const answer = await waitUntil(
      async () => {
        const found = await call(url, bearer(token));
        return found.status !== 200 && found;
      },
      { what: `${name} notices` },
    );
    expect({ name, status: answer.status, text: answer.text, retryAfter: answer.headers['retry-after'] }).toEqual({
      name,
      status: 503,
      text: '{"statusCode":503,"error":"Service Unavailable","message":"the service cannot answer now; try again"}',
      retryAfter: '5',
    });
  }
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), port });
  const [, readSummary] = callsWithToken[0]!;
  await waitUntil(async () => (await readSummary(url, bearer(token))).status === 404, { what: 'it is served again' });
});
