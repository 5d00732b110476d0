import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { newKey, openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { readSummary, said } from './requests/calls.js';
import { obtainToken, requestToken } from './requests/tokens.js';

const noProfile = { status: 404, message: 'profile not found' };

describe('a rotation', () => {
  let gateways: Gateways;
  const [oldKey, nextKey] = [newKey('k1'), newKey('k2')];
  const [oldPepper, nextPepper] = [newKey('p1'), newKey('p2')];
  const accounts: Account[] = [];
  /** Gateways with the old key only; with the next key known but unused; with the next key used and the old one known; with the next key only. */
  let before: string;
  let learned: string;
  let during: string;
  let after: string;

  beforeAll(async () => {
    gateways = await openGateways();
    before = await gateways.start({ environment: { VIGIA_JWT_KEYS: oldKey, VIGIA_SECRET_PEPPERS: oldPepper } });
    for (let made = 0; made < 5; made += 1) accounts.push(await gateways.operator.createAccount());
    learned = await gateways.start({
      environment: { VIGIA_JWT_KEYS: `${oldKey},${nextKey}`, VIGIA_SECRET_PEPPERS: `${oldPepper},${nextPepper}` },
    });
    during = await gateways.start({
      environment: { VIGIA_JWT_KEYS: `${nextKey},${oldKey}`, VIGIA_SECRET_PEPPERS: `${nextPepper}, ${oldPepper}` },
    });
    after = await gateways.start({ environment: { VIGIA_JWT_KEYS: nextKey, VIGIA_SECRET_PEPPERS: nextPepper } });
  });

  afterAll(() => gateways?.stop());

  it('of the signing key keeps old tokens valid until the old key is gone; new tokens use the new key', async () => {
    const [account] = accounts as [Account];
    const old = await obtainToken(before, account);
    expect(decodeProtectedHeader(old).kid).toBe('k1');
    expect(said(await readSummary(during, old))).toEqual(noProfile);
    expect(said(await readSummary(after, old))).toEqual({ status: 401, message: 'invalid token' });

    const young = await obtainToken(during, account);
    expect(decodeProtectedHeader(young).kid).toBe('k2');
    expect(said(await readSummary(after, young))).toEqual(noProfile);
    expect(said(await readSummary(before, young))).toEqual({ status: 401, message: 'invalid token' });
  });

  it('in the documented steps never makes a gateway refuse the tokens of the step before or after', async () => {
    const steps = [before, learned, during, after];
    for (const [step, gateway] of steps.slice(0, -1).entries()) {
      // A gateway of the step before moves a secret back to the old pepper, so that each step has its own account.
      const account = accounts[2 + step]!;
      for (const [gives, takes] of [
        [gateway, steps[step + 1]!],
        [steps[step + 1]!, gateway],
      ] as const) {
        expect(said(await readSummary(takes, await obtainToken(gives, account)))).toEqual(noProfile);
        expect((await requestToken(takes, account)).status).toBe(200);
      }
    }
  });

  it('of the pepper moves a client that requests a token in the meantime, without a new secret', async () => {
    const [moved, idle] = accounts as [Account, Account];
    expect((await requestToken(during, moved)).status).toBe(200);
    const rows = await gateways.database.query(
      'SELECT access_key, pepper_id FROM identity.credential WHERE access_key = ANY($1) ORDER BY pepper_id',
      [[moved.accessKey, idle.accessKey]],
    );
    expect(rows).toEqual([
      { access_key: idle.accessKey, pepper_id: 'p1' },
      { access_key: moved.accessKey, pepper_id: 'p2' },
    ]);
    expect((await requestToken(after, moved)).status).toBe(200);
    expect(said(await requestToken(after, idle))).toEqual({ status: 401, message: 'invalid credentials' });
  });

  it('of the pepper that lacks one on a gateway makes no client wait once the pepper is given back, and the log names it', async () => {
    const [, idle] = accounts as [Account, Account];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect(said(await requestToken(after, idle))).toEqual({ status: 401, message: 'invalid credentials' });
    }
    expect((await requestToken(during, idle)).status).toBe(200);
    const warnings = gateways.log().split('"keyId":"p1","msg":"the pepper of a credential is missing, its client is refused"').length - 1;
    // Once a minute: once or twice, also on a slow machine.
    expect([1, 2]).toContain(warnings);
  });
});
