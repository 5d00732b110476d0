import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { newKey, openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { bearer, callsWithToken, readSummary, refreshToken, someDocument } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { basic, obtainToken, requestToken } from './requests/tokens.js';

describe('a secret', () => {
  let gateways: Gateways;
  let url: string;
  let account: Account;
  let secrets: string[];
  const [jwtKeys, peppers] = [newKey('k1'), newKey('p1')];

  beforeAll(async () => {
    gateways = await openGateways();
    url = await gateways.start({ environment: { VIGIA_JWT_KEYS: jwtKeys, VIGIA_SECRET_PEPPERS: peppers } });
    account = await gateways.operator.createAccount();
    const wrong = { ...account, accessSecret: 'vs_canary_of_a_wrong_secret' };
    const token = await obtainToken(url, account);
    const refreshed = JSON.parse((await refreshToken(url, token)).text).data.token as string;
    const encodings = [account, wrong].flatMap(({ accessSecret }) => [accessSecret, Buffer.from(accessSecret).toString('hex')]);
    const keys = [jwtKeys, peppers].map((key) => String(key.split(':')[1]));
    secrets = [...encodings, ...[account, wrong].map((one) => basic(one).slice('Basic '.length)), token, refreshed, ...keys];

    await requestToken(url, wrong);
    await readSummary(url, `${token}x`);
    await exchange(url, {
      method: 'POST',
      path: `/v1/perfiles/cargar?secret=${account.accessSecret}`,
      headers: bearer(token),
      body: token,
    });
    await Promise.all(callsWithToken.map(([, call]) => call(url, bearer(token))));
    const untouched = await obtainToken(url, await gateways.operator.createAccount());
    await gateways.database.query('ALTER FUNCTION identity.take_tokens RENAME TO take_tokens_away');
    await requestToken(url, { accessKey: account.accessKey, accessSecret: account.accessSecret });
    // The gateway has not yet taken a share of this corporation's limit, so it calls the missing function.
    await readSummary(url, untouched);
    await waitUntil(() => gateways.log().includes('request failed'), { what: 'the failure is logged' });
  });

  afterAll(() => gateways?.stop());

  const found = (text: string) => secrets.filter((secret) => text.includes(secret));

  it('appears in no log line, and neither does a whole document number', () => {
    const log = gateways.log();
    expect(log).toContain('/v1/autenticacion/obtener-token');
    expect(log).toContain('/v1/perfiles/:taxId/resumen');
    expect(found(log)).toEqual([]);
    expect(log).not.toContain(someDocument);
  });

  it('appears in no table', async () => {
    const tables = await gateways.database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) => gateways.database.query<{ row: string }>(`SELECT one::text AS row FROM ${name} AS one`)),
    );
    const dump = rows
      .flat()
      .map(({ row }) => row)
      .join('\n');
    expect(dump).toContain(account.accessKey);
    expect(found(dump)).toEqual([]);
  });
});
