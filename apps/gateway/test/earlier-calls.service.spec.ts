import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshRucs, livingSystem, waitUntil } from '@vigia/testing';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { bulk, post, type BulkSaid } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';

const simulate = '/v2/perfiles/cargar/simular';

describe('a load of a document that a list of the same corporation is loading', () => {
  let gateways: Gateways;
  let patient: string;
  /** Answers at once what is known. */
  let hurried: string;
  let drawn: string[];

  beforeAll(async () => {
    gateways = await openGateways(await livingSystem(import.meta.url));
    patient = await gateways.start({ environment: waitingForLoads });
    hurried = await gateways.start({ environment: { ...waitingForLoads, VIGIA_LOAD_WAIT_MS: '0' } });
    drawn = freshRucs(6);
  });

  afterAll(() => gateways?.stop());

  interface Scene {
    token: string;
    corporationId: string;
    early: string;
  }

  /** A list whose first document has its data, while a source does not answer about the second. Gives the answer of the list. */
  async function whileListed(kind: 'monthly' | 'one_time', during: (scene: Scene) => Promise<void>) {
    const [early, late] = [drawn.pop()!, drawn.pop()!];
    const [other, own] = [await gateways.operator.createCustomer('monthly'), await gateways.operator.createCustomer(kind)];
    await post(patient, { taxId: early, docType: 'RUC' }, { token: await obtainToken(patient, other) });
    const token = await obtainToken(patient, own);
    const { corporationId } = own;
    const { list } = await gateways.operator.whilePaused('trabajadores', async () => {
      const answer = post<BulkSaid>(patient, { taxIds: [early, late], docType: 'RUC' }, { token, path: bulk });
      const pending = `SELECT FROM billing.access WHERE corporation_id = $1 AND state = 'pending'`;
      await waitUntil(async () => (await gateways.database.query(pending, [corporationId])).length === 2, {
        what: 'the list is being loaded',
      });
      await during({ token, corporationId, early });
      return { list: answer };
    });
    return { token, corporationId, early, list: await list };
  }

  const finished = (requestId: unknown) =>
    gateways.database.query(`SELECT FROM profiles.load_request WHERE id = $1 AND state = 'finished'`, [requestId]);

  it.each(['monthly', 'one_time'] as const)(
    'is answered for good when the list has ended, and until then with a 202 that is not kept: %s',
    async (kind) => {
      const ask = (token: string, taxId: string) => post(hurried, { taxId, docType: 'RUC' }, { token, key: 'one' });
      const askMany = (token: string, taxId: string) =>
        post<BulkSaid>(hurried, { taxIds: [taxId], docType: 'RUC' }, { token, key: 'many', path: bulk });
      const goesOn = 'still loading; its summary will show the result';
      const { token, early, list } = await whileListed(kind, async (scene) => {
        const one = await ask(scene.token, scene.early);
        expect(one).toMatchObject({ status: 202, body: { message: `profile ${scene.early} is ${goesOn}` } });
        await waitUntil(async () => (await finished(one.headers['x-request-id'])).length === 1, { what: 'its own request is finished' });
        expect((await ask(scene.token, scene.early)).text).toBe(one.text);
        expect(await askMany(scene.token, scene.early)).toMatchObject({
          status: 202,
          body: { message: `1 profile: 0 loaded, 0 failed, 0 already in your portfolio; 1 is ${goesOn}`, results: { skipped: 0 } },
        });
        const { text } = await post(hurried, { taxId: scene.early, docType: 'RUC' }, { token: scene.token, path: simulate });
        expect(JSON.parse(text).data.documentos).toEqual([
          expect.objectContaining({ accion: 'ninguna', motivo: 'an earlier call of yours is loading the profile' }),
        ]);
      });
      expect(list.body.results).toMatchObject({ successful: 2 });
      expect(await ask(token, early)).toMatchObject({
        status: 200,
        body: { message: expect.stringMatching(`^profile ${early} is already in your portfolio, in monitoring .*; nothing was changed$`) },
      });
      expect(await askMany(token, early)).toMatchObject({ status: 200, body: { results: { skipped: 1 } } });
    },
  );

  it('waits for the list, and says if its access has expired at once', async () => {
    let waiting: ReturnType<typeof post> | undefined;
    const ask = (url: string, token: string, taxId: string) => post(url, { taxId, docType: 'RUC' }, { token, key: 'k' });
    const { token, corporationId, early } = await whileListed('monthly', async (scene) => {
      waiting = post(patient, { taxId: scene.early, docType: 'RUC' }, { token: scene.token });
      expect((await ask(hurried, scene.token, scene.early)).status).toBe(202);
    });
    expect(await waiting).toMatchObject({ status: 200, body: { message: expect.stringContaining('is already in your portfolio') } });
    await gateways.database.query('UPDATE billing.access SET expires_at = public.business_now() WHERE corporation_id = $1', [
      corporationId,
    ]);
    const ended = await ask(hurried, token, early);
    expect(ended).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(`^profile ${early} was in your portfolio, in monitoring until .*: load it with a new call$`) },
    });
    expect((await ask(patient, token, early)).text).toBe(ended.text);
    expect((await post(patient, { taxId: early, docType: 'RUC' }, { token })).body.message).toBe(`profile ${early} was processed`);
  });
});
