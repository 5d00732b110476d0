import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { gatewayAdapter } from '../src/http/adapter.js';
import { openGateways, type Gateways } from './running/gateways.js';
import { bearer } from './requests/calls.js';
import { rawExchange } from './requests/raw-exchange.js';
import { obtainToken } from './requests/tokens.js';

const path = '/v2/perfiles/cargar';
/** Long enough for a head that is sent at once, also on a busy machine. */
const hurry = { headersMs: 4_000, requestMs: 4_000, checkEveryMs: 50 };

let gateways: Gateways;
let url: string;

beforeAll(async () => {
  gateways = await openGateways();
  // No loader answers, so a call waits for this long, and its client can leave meanwhile.
  url = await gateways.start({ environment: { VIGIA_START_TIMEOUT_MS: '10000' } });
});

afterAll(() => gateways?.stop());

const lines = (id: string) =>
  gateways
    .log()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => JSON.parse(line) as { msg: string; status: number; route: string });

/** Specs of one worker share their metrics, so only what a test adds to them counts. */
const counted = async (status: number) =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith(`vigia_http_request_seconds_count{method="POST",route="${path}",status="${status}"}`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);

it('a call whose client leaves before the answer has one line in the log and counts once in the metrics', async () => {
  const token = await obtainToken(url, await gateways.operator.createAccount());
  const [left499, left503] = [await counted(499), await counted(503)];
  const headers = { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': 'abandoned' };
  const body = JSON.stringify({ taxId: '20990000019', docType: 'RUC' });
  const call = request(new URL(path, url), { method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(body);
  await waitUntil(async () => (await gateways.database.query('SELECT 1 FROM identity.idempotency_key')).length > 0);
  call.destroy();
  const left = await waitUntil(() => lines(`"${path}"`)[0]);
  expect(left).toMatchObject({ msg: 'request', status: 499, correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  // The repetition gets its answer when the first call has worked out its own, which nobody reads any more.
  expect((await fetch(`${url}${path}`, { method: 'POST', headers, body })).status).toBe(503);
  await waitUntil(() => lines(`"${path}"`).length > 1);
  expect(lines(`"${path}"`).map(({ status }) => status)).toEqual([499, 503]);
  expect([(await counted(499)) - left499, (await counted(503)) - left503]).toEqual([1, 1]);
});

it.each([
  [408, 'Content-Length: 100', '{"a'],
  [400, 'Transfer-Encoding: chunked', 'no length\r\n'],
])('a body that is answered with %d while it arrives has a line with this status: %s', async (status, header, body) => {
  const times = status === 408 ? hurry : undefined;
  const started = await gateways.start({ adapter: (settings) => gatewayAdapter(settings, times) });
  const token = await obtainToken(url, await gateways.operator.createAccount());
  const before = lines(`"${path}"`).length;
  const countedBefore = await counted(status);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;
  expect(await rawExchange(started, `${head}${body}`)).toMatchObject({ status });
  await waitUntil(() => lines(`"${path}"`).length > before);
  expect(lines(`"${path}"`).slice(before)).toMatchObject([{ msg: 'request', status }]);
  expect((await counted(status)) - countedBefore).toBe(1);
});

it.each([
  ['head', '', 0],
  ['body', '\r\n{"taxId"', 1],
])('a %s that is completed after the 408 is carried out no more, and the connection is closed', async (part, sent, logged) => {
  const hurried = await gateways.start({ adapter: (settings) => gatewayAdapter(settings, hurry) });
  const token = await obtainToken(url, await gateways.operator.createAccount());
  const before = lines(`"${path}"`).length;
  const call = `\r\n${JSON.stringify({ taxId: '20990000019', docType: 'RUC' })}`;
  const headers = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: late-${part}`,
    'Content-Type: application/json',
    `Content-Length: ${call.length - 2}`,
  ];
  // A client that leaves its own half of the connection open.
  const socket = connect({ port: Number(new URL(hurried).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(`${headers.join('\r\n')}\r\n${sent}`);
  await waitUntil(() => socket.readableEnded);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  socket.write(call.slice(sent.length));
  // A write fails only if the server has closed its half for reading, too.
  await waitUntil(() => {
    socket.write(' ');
    return socket.destroyed;
  });
  expect(await gateways.database.query('SELECT key FROM identity.idempotency_key WHERE key = $1', [`late-${part}`])).toEqual([]);
  await waitUntil(() => lines(`"${path}"`).length >= before + logged);
  expect(lines(`"${path}"`).slice(before)).toMatchObject([{ msg: 'request', status: 408 }].slice(0, logged));
});

it('an answered call has one line', async () => {
  const answer = await fetch(`${url}/v2/cuota/contratos`);
  await answer.text();
  const id = String(answer.headers.get('x-correlation-id'));
  await waitUntil(() => lines(id).length > 0);
  expect(lines(id)).toMatchObject([{ msg: 'request', status: 401 }]);
});
