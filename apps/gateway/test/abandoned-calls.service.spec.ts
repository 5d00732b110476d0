import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { bearer } from './requests/calls.js';
import { obtainToken } from './requests/tokens.js';

const path = '/v2/perfiles/cargar';

let gateways: Gateways;
let url: string;

beforeAll(async () => {
  gateways = await openGateways();
  // No loader answers, so the call waits until its client leaves.
  url = await gateways.start({ environment: { VIGIA_START_TIMEOUT_MS: '5000' } });
});

afterAll(() => gateways?.stop());

const lines = (id: string) =>
  gateways
    .log()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line) as { msg: string; status: number; route: string });

it('a call whose client leaves before the answer has a line in the log and counts in the metrics', async () => {
  const token = await obtainToken(url, await gateways.operator.createAccount());
  const headers = { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': 'abandoned' };
  const call = request(new URL(path, url), { method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(JSON.stringify({ taxId: '20990000019', docType: 'RUC' }));
  await waitUntil(async () => (await gateways.database.query('SELECT 1 FROM identity.idempotency_key')).length > 0);
  call.destroy();
  const left = await waitUntil(() => lines(`"${path}"`)[0]);
  expect(left).toMatchObject({ msg: 'request', status: 499, correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain(`vigia_http_request_seconds_count{method="POST",route="${path}",status="499"} 1`);
});

it('an answered call has one line', async () => {
  const answer = await fetch(`${url}/v2/cuota/contratos`);
  await answer.text();
  const id = String(answer.headers.get('x-correlation-id'));
  await waitUntil(() => lines(id).length > 0);
  expect(lines(id)).toMatchObject([{ msg: 'request', status: 401 }]);
});
