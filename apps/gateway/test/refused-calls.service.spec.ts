import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentMark } from '@vigia/observability';
import { PanelClient, waitUntil } from '@vigia/testing';
import { openPanel, type Panel } from './panel/open-panel.js';
import { readSummary, someDocument } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { bulk, post } from './requests/loads.js';
import { basic, forger, obtainToken, requestToken } from './requests/tokens.js';
import { lineOf } from './running/access-lines.js';
import type { Account } from './running/operator.js';

const wrong = { accessSecret: 'vs_wrong' };
const wrongPassword = 'una contraseña equivocada';
const sixty = Array.from({ length: 60 }, (_, i) => String(99_990_000 + i));

describe('the log line of a refused call', () => {
  let panel: Panel;
  let url: string;
  /** A gateway that allows little at once, behind a trusted proxy. */
  let strict: string;
  /** One that allows few documents in a minute. */
  let scarce: string;

  beforeAll(async () => {
    panel = await openPanel();
    ({ url } = panel);
    strict = await panel.gateways.start({
      environment: {
        VIGIA_RATE_PER_SECOND: '1',
        VIGIA_RATE_BURST: '2',
        VIGIA_TOKEN_RATE_PER_SECOND: '1',
        VIGIA_TOKEN_RATE_BURST: '2',
        VIGIA_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    scarce = await panel.gateways.start({ environment: { VIGIA_DOCUMENTS_PER_MINUTE: '100', VIGIA_START_TIMEOUT_MS: '100' } });
  });

  afterAll(() => panel?.stop());

  type Answered = Parameters<typeof lineOf>[1] & { status: number };

  const newAccount = () => panel.gateways.operator.createAccount();
  const line = (answer: Answered) => lineOf(panel.gateways, answer);
  /** The line of the first of such calls that is refused with 429. */
  const lineOverLimit = async (call: () => Promise<Answered>) => {
    const refused = async () => {
      const answer = await call();
      return answer.status === 429 && answer;
    };
    return line(await waitUntil(refused, { what: 'the limit is reached' }));
  };
  const failTimes = async (times: number, call: () => Promise<Answered>) => {
    for (let i = 0; i < times; i += 1) expect((await call()).status).toBe(401);
  };
  /** A wait lasts one second: on a busy machine it would be over before the next call. */
  const prolong = (key: string) =>
    panel.gateways.database.query(
      'UPDATE identity.failed_attempts SET failures = failures + 30, last_failed_at = now() WHERE key LIKE $1',
      [key],
    );
  const named = ({ accessKey, corporationId }: Account) => ({ accessKey, corporationId });

  describe('of a program', () => {
    it('says that the secret was wrong for which key, and later that the key has to wait', async () => {
      const account = await newAccount();
      const first = await line(await requestToken(url, { ...account, ...wrong }));
      expect(first).toMatchObject({ status: 401, code: 'credentials_invalid', ...named(account) });
      await failTimes(9, () => requestToken(url, { ...account, ...wrong }));
      await prolong(`% ${account.accessKey}`);
      const locked = await line(await requestToken(url, account));
      expect(locked).toMatchObject({ status: 429, code: 'too_many_requests', limit: 'secrets', ...named(account) });
    });

    it('names no key that does not exist, which may be a secret in the wrong field', async () => {
      const { accessSecret } = await newAccount();
      const unknown = await line(await requestToken(url, { accessKey: accessSecret, ...wrong }));
      expect(unknown).toMatchObject({ status: 401, code: 'credentials_invalid' });
      expect(unknown).not.toHaveProperty('accessKey');
      expect(panel.gateways.log()).not.toContain(accessSecret);
    });

    it('names the key of a revoked credential and of a suspended corporation, with its secret and with its token', async () => {
      const [revoked, suspended] = [await newAccount(), await newAccount()];
      await panel.gateways.operator.revoke(revoked.accessKey);
      await panel.gateways.operator.suspend(suspended.corporationId);
      for (const account of [revoked, suspended]) {
        const { valid } = forger(panel.gateways.jwtKeys, account);
        for (const answer of [await requestToken(url, account), await readSummary(url, valid)]) {
          expect(await line(answer)).toMatchObject({ status: 401, code: 'credentials_disabled', ...named(account) });
        }
      }
    });

    it('names whose token has expired, and nobody for a token that Vigía did not sign', async () => {
      const account = await newAccount();
      const { expired, otherkey } = forger(panel.gateways.jwtKeys, account);
      expect(await line(await readSummary(url, expired))).toMatchObject({ status: 401, code: 'token_expired', ...named(account) });
      const forged = await line(await readSummary(url, otherkey));
      expect(forged).toMatchObject({ status: 401, code: 'token_invalid' });
      expect(forged).not.toHaveProperty('accessKey');
      expect(forged).not.toHaveProperty('corporationId');
    });

    it('says which limit refused: its requests, its documents, those of an address or of strangers there', async () => {
      const account = await newAccount();
      const token = await obtainToken(url, account);
      const many = await lineOverLimit(() => readSummary(strict, token));
      expect(many).toMatchObject({ code: 'too_many_requests', limit: 'requests', ...named(account) });
      const loads = await lineOverLimit(() => post(scarce, { taxIds: sixty, docType: 'DNI' }, { token, path: bulk }));
      expect(loads).toMatchObject({ code: 'too_many_documents', limit: 'documents', ...named(account) });

      const headers = { authorization: basic(account), 'x-forwarded-for': '198.51.100.7' };
      const tokens = await lineOverLimit(() => exchange(strict, { method: 'POST', path: '/v1/autenticacion/obtener-token', headers }));
      expect(tokens).toMatchObject({ code: 'too_many_requests', limit: 'address' });
      const nobody = await lineOverLimit(() =>
        exchange(strict, { path: '/v2/portafolio', headers: { 'x-forwarded-for': '198.51.100.8' } }),
      );
      expect(nobody).toMatchObject({ code: 'too_many_requests', limit: 'strangers' });
    });

    it('has the code of every other refusal, and the mark of the one document of a load and of a trigger', async () => {
      const token = await obtainToken(url, await newAccount());
      const invalid = { taxId: '20990000010', docType: 'RUC' };
      for (const path of ['/v1/perfiles/cargar', '/v2/perfiles/cargar', '/v1/webhook/perfiles/resumen']) {
        expect(await line(await post(url, invalid, { token, path }))).toMatchObject({
          status: 400,
          code: 'document_invalid',
          document: documentMark(invalid.taxId),
        });
      }
      expect(await line(await readSummary(url, token))).toMatchObject({ status: 404, document: documentMark(someDocument) });
      expect(await line(await exchange(url, { path: '/v2/nada' }))).toMatchObject({ status: 404, code: 'not_found' });
    });
  });

  describe('of a person', () => {
    it('says for whom the password was wrong, and later that this person has to wait, and never for which address', async () => {
      const corporationId = await panel.newCorporation();
      const { userId, email, password } = await panel.newUser(corporationId);
      const wrongly = () => new PanelClient(url).signIn({ email, password: wrongPassword });
      const first = await line(await wrongly());
      expect(first).toMatchObject({ status: 401, code: 'sign_in_failed', userId, corporationId });
      await failTimes(4, wrongly);
      await prolong(`sign-in ${email} %`);
      const locked = await line(await new PanelClient(url).signIn({ email, password }));
      expect(locked).toMatchObject({ status: 429, code: 'too_many_requests', limit: 'passwords', userId, corporationId });
      const elsewhere = new PanelClient(strict, { 'x-forwarded-for': '198.51.100.9' });
      expect((await elsewhere.signIn({ email, password: wrongPassword })).status).toBe(401);
      await prolong(`sign-in ${email}`);
      expect(await line(await elsewhere.signIn({ email, password }))).toMatchObject({ status: 429, limit: 'passwords_anywhere', userId });
      expect(panel.gateways.log()).not.toContain(email);
    });

    it('names nobody for an unknown address', async () => {
      const unknown = await line(await new PanelClient(url).signIn({ email: 'nadie@prueba.example', password: wrongPassword }));
      expect(unknown).toMatchObject({ status: 401, code: 'sign_in_failed' });
      expect(unknown).not.toHaveProperty('userId');
      expect(panel.gateways.log()).not.toContain('nadie@prueba.example');
    });

    it('names the person whose calls are over the limit, and whose session has ended', async () => {
      const { page, userId } = await panel.newPage(await panel.newCorporation());
      expect((await page.get('/portfolio')).status).toBe(200);
      const ofPage = new PanelClient(strict);
      ofPage.cookie = page.cookie;
      const many = await lineOverLimit(() => ofPage.get('/portfolio'));
      expect(many).toMatchObject({ code: 'too_many_requests', limit: 'requests', userId });
      await panel.gateways.database.query('DELETE FROM identity.session WHERE user_id = $1', [userId]);
      expect(await line(await page.get('/portfolio'))).toMatchObject({ status: 401, code: 'session_missing', userId });
    });
  });
});
