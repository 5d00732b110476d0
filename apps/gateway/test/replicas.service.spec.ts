import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { bearer, callsWithToken, readSummary, said, type Said } from './requests/calls.js';
import { obtainToken, requestToken } from './requests/tokens.js';

const disabled = { status: 401, message: 'credentials are disabled' };
const noProfile = { status: 404, message: 'profile not found' };

describe('two replicas', () => {
  let gateways: Gateways;
  let urls: string[];

  beforeAll(async () => {
    gateways = await openGateways();
    urls = [await gateways.start(), await gateways.start()];
  });

  afterAll(() => gateways?.stop());

  /** An account that both replicas have just served, so that both have it in memory. */
  const known = async (): Promise<{ account: Account; token: string }> => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(String(urls[0]), account);
    for (const url of urls) expect(said(await readSummary(url, token))).toEqual(noProfile);
    return { account, token };
  };

  const everywhere = (token: string, expected: Said) =>
    waitUntil(
      async () => {
        const answers = await Promise.all(urls.map(async (url) => said(await readSummary(url, token))));
        return answers.every(({ status, message }) => status === expected.status && message === expected.message);
      },
      { what: `${expected.message} on both replicas` },
    );

  const expectDisabledOnEveryEndpoint = async (token: string) => {
    for (const url of urls) {
      for (const [name, call] of callsWithToken) expect({ name, ...said(await call(url, bearer(token))) }).toEqual({ name, ...disabled });
    }
  };

  it('accept tokens from each other', async () => {
    const account = await gateways.operator.createAccount();
    const [first, second] = urls.map(String) as [string, string];
    expect(said(await readSummary(second, await obtainToken(first, account)))).toEqual(noProfile);
    expect(said(await readSummary(first, await obtainToken(second, account)))).toEqual(noProfile);
  });

  it('notice within seconds that a corporation is suspended or resumed', async () => {
    const { account, token } = await known();
    await gateways.operator.suspend(account.corporationId);
    await everywhere(token, disabled);
    await expectDisabledOnEveryEndpoint(token);
    for (const url of urls) expect(said(await requestToken(url, account))).toEqual(disabled);
    await gateways.operator.resume(account.corporationId);
    await everywhere(token, noProfile);
  });

  it('notice within seconds that a credential is revoked, and still accept another of the corporation', async () => {
    const { account, token } = await known();
    const sister = await gateways.operator.createCredential(account.corporationId);
    await gateways.operator.revoke(account.accessKey);
    await everywhere(token, disabled);
    await expectDisabledOnEveryEndpoint(token);
    for (const url of urls) {
      expect(said(await requestToken(url, account))).toEqual(disabled);
      expect(said(await readSummary(url, await obtainToken(url, sister)))).toEqual(noProfile);
    }
  });

  it('refuse every call while the database cannot confirm the credential', async () => {
    const { token } = await known();
    await gateways.database.query('ALTER TABLE identity.credential RENAME TO credential_away');
    try {
      const refused = {
        status: 500,
        message: expect.stringMatching(/^unexpected error; correlation id [0-9a-f-]{36}$/) as unknown as string,
      };
      for (const url of urls) {
        const answer = await waitUntil(
          async () => {
            const found = await readSummary(url, token);
            return found.status !== 404 && found;
          },
          { what: 'the credential is looked up again' },
        );
        expect(said(answer)).toEqual(refused);
      }
    } finally {
      await gateways.database.query('ALTER TABLE identity.credential_away RENAME TO credential');
    }
    await everywhere(token, noProfile);
  });
});
