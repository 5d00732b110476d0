import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  createWebhook,
  freshRuc,
  livingSystem,
  startWebhookReceiver,
  waitUntil,
  type System,
  type TestCorporation,
  type WebhookReceiver,
} from '@vigia/testing';
import { buildProgram } from '../src/program.js';

const clean = '20990000019';
/** Two of its sources fail. */
const partial = '20990000116';

describe('a call that a client asks about', () => {
  let system: System;
  let client: TestCorporation;
  let api: ApiClient;
  let receiver: WebhookReceiver;
  let failing: WebhookReceiver;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await system.createCorporation('one_time');
    api = new ApiClient(system.replicas('gateway')[0]!.url, client);
    receiver = await startWebhookReceiver();
    failing = await startWebhookReceiver((response) => void response.writeHead(500).end());
  });

  afterAll(async () => {
    receiver?.close();
    failing?.close();
    await system?.stop();
  });

  async function vigia(...args: string[]): Promise<string> {
    let text = '';
    const environment = { DATABASE_URL: system.database.url, VIGIA_BROKER_URL: system.brokerUrl };
    await buildProgram({ environment, print: (more: string) => (text += more), isTerminal: false }).parseAsync(args, { from: 'user' });
    return text;
  }
  const json = async (...args: string[]) => JSON.parse(await vigia(...args, '--json'));
  const ask = async (path: string, body: object) => {
    const { headers } = await api.call('POST', path, { body, headers: await api.authorization() });
    return { requestId: headers.get('x-request-id')!, correlationId: headers.get('x-correlation-id')! };
  };

  it('is found by its requestId, correlationId and loadId, with its caller, months and charges, and without documents', async () => {
    const taxIds = [freshRuc(), freshRuc()];
    const { requestId, correlationId } = await ask('/v2/perfiles/cargar-masivo', { taxIds, docType: 'RUC', months: 2 });
    const [call] = await json('call', 'show', requestId);
    expect(call).toMatchObject({
      requestId,
      corporations: [{ corporationId: client.corporationId }],
      documents: [{ number: 2, state: 'loaded', access: 'monitoring active' }],
      loads: [{ closedAt: expect.any(String) }, {}],
      months: [
        { kind: 'hold', documents: 2, months: 4 },
        { kind: 'commit', documents: 2, months: 4 },
      ],
      charges: [{ documents: 2 }],
    });
    const load = call.steps.find(({ what }: { what: string }) => what === 'load with monitoring');
    expect(load).toMatchObject({ state: 'finished', actor: `credential ${client.accessKey}`, correlationId });
    const shown = await vigia('call', 'show', requestId);
    for (const taxId of taxIds) expect(shown).not.toContain(taxId);
    expect(await vigia('call', 'show', correlationId)).toBe(shown);
    expect(await vigia('call', 'show', requestId.slice(0, 8))).toBe(shown);
    expect(await vigia('call', 'show', call.loads[0].loadId)).toBe(shown);
    const of = ['--corporation', client.corporationId, '--document', taxIds[0]!];
    expect(await json('call', 'list', ...of)).toMatchObject([{ requestId, state: 'loaded' }]);
    expect(await json('call', 'show', requestId, '--document', taxIds[0]!)).toMatchObject([
      { documents: [{ number: 1 }], charges: [{ documents: 1 }] },
    ]);
  });

  it('says which sources did not answer, why, and how often they were asked', async () => {
    const { requestId } = await ask('/v2/perfiles/cargar', { taxId: partial, docType: 'RUC', months: 1 });
    const [{ loads, unanswered }] = await json('call', 'show', requestId);
    expect(loads).toMatchObject([{ estado: 'partial' }]);
    expect(unanswered.map(({ source }: { source: string }) => source)).toEqual(loads[0].failedSources);
    expect(unanswered).toMatchObject([{ state: 'failed', reason: 'source_error', attempts: 4 }, {}]);
  });

  it('has the attempts of its deliveries, which are also listed by trigger and by configuration', async () => {
    const { configurationId } = await createWebhook(system.brokerUrl, client.corporationId, { url: failing.url });
    await createWebhook(system.brokerUrl, client.corporationId, { url: receiver.url });
    await ask('/v2/perfiles/cargar', { taxId: clean, docType: 'RUC', months: 1 });
    const { requestId, correlationId } = await ask('/v2/webhook/perfiles/resumen', { taxId: clean, docType: 'RUC' });
    const triggerId = `trg_${requestId.replaceAll('-', '')}`;
    const ended = (attempts: { state: string }[]) => attempts.length > 1 && attempts.every(({ state }) => state !== 'PENDING');
    await waitUntil(async () => ended(await json('webhook', 'attempts', '--trigger', triggerId)), { what: 'both deliveries have ended' });
    const [call] = await json('call', 'show', triggerId);
    expect(call.steps).toMatchObject([{ what: 'trigger', state: 'DISPATCHED succeeded', correlationId }]);
    const failed = { configurationId, number: 1, outcome: 'FAILED', failure: 'http', status: 500, state: 'FAILED' };
    expect(call.attempts).toContainEqual(expect.objectContaining(failed));
    expect(await json('call', 'show', correlationId)).toEqual([call]);
    expect(await json('webhook', 'attempts', '--configuration', configurationId)).toMatchObject([failed, { ...failed, number: 2 }]);
    expect(await vigia('webhook', 'attempts', '--configuration', configurationId)).toMatch(
      new RegExp(`^corporation ${client.corporationId}\\n\\ntrigger .*\\n(${triggerId} .* FAILED +http +500 +\\d+ +FAILED +-\\n){2}$`),
    );
    expect(await json('webhook', 'list', '--corporation', client.corporationId)).toMatchObject([
      { configurationId, isActive: true, failuresInRow: 2, host: new URL(failing.url).host },
      { isActive: true, failuresInRow: 0 },
    ]);
  });

  it('is not found by a correlationId of another time, and the command says where to look', async () => {
    const { correlationId } = await ask('/v2/perfiles/cargar', { taxId: freshRuc(), docType: 'RUC', months: 1 });
    await expect(vigia('call', 'show', correlationId, '--at', '2020-01-01T00:00:00Z')).rejects.toThrow('within an hour of --at');
  });
});
