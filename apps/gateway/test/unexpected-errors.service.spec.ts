import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { bearer, callsWithToken } from './requests/calls.js';
import { obtainToken } from './requests/tokens.js';

let gateways: Gateways;
let url: string;

beforeAll(async () => {
  gateways = await openGateways();
  url = await gateways.start();
});

afterAll(() => gateways?.stop());

it.each(callsWithToken)('an unexpected error shows only a correlation id that the log contains: %s', async (_, call) => {
  const token = await obtainToken(url, await gateways.operator.createAccount());
  await gateways.database.query('ALTER FUNCTION identity.take_tokens RENAME TO take_tokens_away');
  try {
    const answer = await call(url, bearer(token));
    const id = answer.headers['x-correlation-id'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: `unexpected error; correlation id ${id}`,
    });
    const lines = await waitUntil(() => {
      const found = gateways
        .log()
        .split('\n')
        .filter((line) => line.includes(String(id)));
      return found.length >= 2 && found.map((line) => JSON.parse(line) as { msg: string; err?: object });
    });
    expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'request']);
    expect(lines[0]?.err).toMatchObject({
      type: 'StatementError',
      statement: expect.stringContaining('identity.take_t'),
      sqlState: '42883',
    });
  } finally {
    await gateways.database.query('ALTER FUNCTION identity.take_tokens_away RENAME TO take_tokens');
  }
});

it('a probe that succeeds leaves no line in the log, and every other request does', async () => {
  for (const probe of ['/health/live', '/health/ready', '/metrics']) expect((await fetch(`${url}${probe}`)).status).toBe(200);
  const id = (await fetch(`${url}/v1/nowhere`)).headers.get('x-correlation-id')!;
  await waitUntil(() => gateways.log().includes(id), { what: 'the line of a request' });
  const routes = gateways.log().match(/"route":"[^"]*"/g);
  expect(routes).toContain('"route":"(none)"');
  expect(routes!.filter((route) => /health|metrics/.test(route))).toEqual([]);
});
