import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { bulk, post } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';

const documents = (count: number) => Array.from({ length: count }, (_, i) => String(99_990_000 + i));
/** No loader runs here: a client under the limit gets a 503. */
const allowed = 503;

describe('the document limit per corporation', () => {
  let gateways: Gateways;
  let urls: [string, string];

  beforeAll(async () => {
    gateways = await openGateways();
    const environment = { VIGIA_DOCUMENTS_PER_MINUTE: '100', VIGIA_START_TIMEOUT_MS: '100' };
    urls = [await gateways.start({ environment }), await gateways.start({ environment })];
  });

  afterAll(() => gateways?.stop());

  const newToken = async () => obtainToken(urls[0], await gateways.operator.createAccount());
  const ask = (url: string, taxIds: string[], token: string, key?: string) =>
    post(url, { taxIds, docType: 'DNI' }, { token, path: bulk, ...(key && { key }) });
  const refused = { status: 429, body: { error: 'Too Many Requests', message: expect.stringMatching(/^too many documents in a minute/) } };

  it('is shared by all replicas, and an answer over it says how long to wait', async () => {
    const token = await newToken();
    expect((await ask(urls[0], documents(70), token)).status).toBe(allowed);
    const over = await ask(urls[1], documents(70), token);
    expect(over).toMatchObject(refused);
    // 40 are missing, and 100 are refilled per minute; a slow machine has already waited for some of them.
    const seconds = Number(over.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThanOrEqual(24);
    expect(over.body.message).toContain(`try again in ${seconds} s`);
  });

  it('costs a refused call nothing', async () => {
    const token = await newToken();
    await ask(urls[0], documents(70), token);
    for (const url of [...urls, ...urls]) expect(await ask(url, documents(70), token)).toMatchObject(refused);
    expect((await ask(urls[1], documents(30), token)).status).toBe(allowed);
  });

  it('goes on filling after the clock was set back', async () => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(urls[0], account);
    await ask(urls[0], documents(70), token);
    await gateways.database.query(
      `UPDATE identity.rate_bucket SET tokens = 49, refilled_at = clock_timestamp() + interval '1 hour' WHERE key = $1`,
      [`documents ${account.corporationId}`],
    );
    expect(await ask(urls[0], documents(50), token)).toMatchObject(refused);
    await waitUntil(async () => (await ask(urls[1], documents(50), token)).status === allowed, { what: 'the missing token is there' });
  });

  it('does not use up the key of a refused call, and leaves no row', async () => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(urls[0], account);
    await ask(urls[0], documents(70), token);
    for (const [i, url] of [...urls, ...urls].entries()) expect(await ask(url, documents(70), token, `k${i % 2}`)).toMatchObject(refused);
    const kept = 'SELECT key FROM identity.idempotency_key WHERE corporation_id = $1';
    expect(await gateways.database.query(kept, [account.corporationId])).toEqual([]);
    expect((await ask(urls[1], documents(30), token, 'k0')).status).toBe(allowed);
    expect(await gateways.database.query(kept, [account.corporationId])).toEqual([{ key: 'k0' }]);
  });

  it('counts a document once, and ignores what is not a document', async () => {
    const token = await newToken();
    const taxIds = [...documents(30), ...documents(30), ...Array.from({ length: 40 }, (_, i) => `x${i}`)];
    for (let i = 0; i < 2; i += 1) expect((await ask(urls[0], taxIds, token)).status).toBe(allowed);
    expect(await ask(urls[0], documents(80), token)).toMatchObject(refused);
    expect((await ask(urls[0], documents(40), token)).status).toBe(allowed);
  });

  it('counts a single load as one document', async () => {
    const token = await newToken();
    await ask(urls[0], documents(90), token);
    const single = () => post(urls[1], { taxId: documents(1)[0], docType: 'DNI' }, { token, path: '/v1/perfiles/cargar' });
    const answers = await Promise.all(Array.from({ length: 40 }, single));
    expect(answers.filter(({ status }) => status === allowed).length).toBeGreaterThanOrEqual(10);
    expect(answers.find(({ status }) => status !== allowed)).toMatchObject(refused);
  });

  it('is drawn from the database once for several single loads', async () => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(urls[0], account);
    const single = () => post(urls[0], { taxId: documents(1)[0], docType: 'DNI' }, { token, path: '/v1/perfiles/cargar' });
    const bucket = async () =>
      (await gateways.database.query(`SELECT tokens, refilled_at FROM identity.rate_bucket WHERE key = $1`, [
        `documents ${account.corporationId}`,
      ])) as unknown[];
    await single();
    const drawn = await bucket();
    expect(drawn).toEqual([{ tokens: 90, refilled_at: expect.any(Date) }]);
    for (let i = 0; i < 9; i += 1) expect((await single()).status).toBe(allowed);
    expect(await bucket()).toEqual(drawn);
    await single();
    expect(await bucket()).not.toEqual(drawn);
  });

  it('of one corporation does not affect another', async () => {
    const [busy, calm] = [await newToken(), await newToken()];
    await ask(urls[0], documents(70), busy);
    expect(await ask(urls[0], documents(70), busy)).toMatchObject(refused);
    expect((await ask(urls[0], documents(100), calm)).status).toBe(allowed);
  });

  it('holds exactly under many concurrent calls', async () => {
    const scene = async () => {
      const [token, logged] = [await newToken(), gateways.log().length];
      const given = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(urls[i % 2]!, documents(50), token)));
      // An allowed call gets the same status here as one that waited too long for a lock.
      return !gateways.log().slice(logged).includes('55P03') && given;
    };
    const answers = await waitUntil(scene, { what: 'no call waits too long for its turn' });
    expect(answers.filter(({ status }) => status === allowed)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(18);
  });
});
