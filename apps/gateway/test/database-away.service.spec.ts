import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startForwarder, type Forwarder } from '@vigia/local-servers';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { bearer, callsWithToken } from './requests/calls.js';
import { obtainToken } from './requests/tokens.js';

let gateways: Gateways;
let database: Forwarder;
let url: string;

beforeAll(async () => {
  gateways = await openGateways();
  const address = new URL(gateways.database.url);
  database = await startForwarder(Number(address.port));
  address.port = String(database.port);
  url = await gateways.start({ environment: { DATABASE_URL: address.href } });
});

afterAll(async () => {
  await gateways?.stop();
  await database?.close();
});

it('every call gets a 503 to retry soon while the database is away, and is served again afterwards', async () => {
  const token = await obtainToken(url, await gateways.operator.createAccount());
  // Some calls wait for services that do not run, so all are sent at once.
  await Promise.all(callsWithToken.map(([, call]) => call(url, bearer(token))));
  await database.close();
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
  await database.open();
  const [, readSummary] = callsWithToken[0]!;
  await waitUntil(async () => (await readSummary(url, bearer(token))).status === 404, { what: 'the call is served again' });
});
