import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhook, livingSystem, waitUntil } from '@vigia/testing';
import { bulk, post } from './requests/loads.js';
import { obtainToken } from './requests/tokens.js';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';

const ruc = { taxId: '20990000019', docType: 'RUC' };
const forced = '/v2/perfiles/forzar-actualizacion';
const trigger = '/v1/webhook/perfiles/resumen';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Origin {
  id: string;
  actor: string;
  correlation_id: string;
  idempotency_key: string | null;
}

describe('a call that may cost months', () => {
  let gateways: Gateways;
  let url: string;

  beforeAll(async () => {
    gateways = await openGateways(await livingSystem(import.meta.url));
    url = await gateways.start({ environment: waitingForLoads });
  });

  afterAll(() => gateways?.stop());

  async function newCustomer(kind: 'monthly' | 'one_time') {
    const account = await gateways.operator.createCustomer(kind);
    return { ...account, token: await obtainToken(url, account) };
  }
  const commandsOf = (corporationId: string) =>
    gateways.database.query<Origin>(
      'SELECT id, actor, correlation_id, idempotency_key FROM billing.quota_command WHERE corporation_id = $1 ORDER BY created_at',
      [corporationId],
    );

  it('gets the id of its request, which billing stores with the caller and the call', async () => {
    const { corporationId, accessKey, token } = await newCustomer('one_time');
    const calls = [
      await post(url, ruc, { token }),
      await post(url, { taxIds: ['20990000027'], docType: 'RUC' }, { token, path: bulk, key: 'invoice 7' }),
      await post(url, { taxIds: [ruc.taxId] }, { token, path: forced, key: 'invoice 8' }),
    ];
    expect(await commandsOf(corporationId)).toEqual(
      calls.map(({ headers }, i) => ({
        id: headers['x-request-id'],
        actor: `credential ${accessKey}`,
        correlation_id: headers['x-correlation-id'],
        idempotency_key: [null, 'invoice 7', 'invoice 8'][i],
      })),
    );
  });

  it('gets the same id when it is repeated, and an id when it is refused', async () => {
    const { token } = await newCustomer('one_time');
    const repeated = () => post(url, { ...ruc, months: 12 }, { token, key: 'once' });
    const [first, second] = [await repeated(), await repeated()];
    expect(first.headers['x-request-id']).toMatch(uuid);
    expect([second.status, second.headers['x-request-id']]).toEqual([first.status, first.headers['x-request-id']]);
    const refused = await post(url, { taxId: '20990000094', docType: 'RUC' }, { token });
    expect([refused.status, refused.headers['x-request-id']]).toEqual([404, expect.stringMatching(uuid)]);
  });

  it('under a monthly plan leaves its origin in the settlement', async () => {
    const { accessKey, token } = await newCustomer('monthly');
    const { headers } = await post(url, ruc, { token, key: 'monthly' });
    const id = headers['x-request-id'];
    const settled = await gateways.database.query<Origin>(
      `SELECT request_id AS id, actor, correlation_id, idempotency_key FROM billing.settlement WHERE request_id = $1`,
      [id],
    );
    expect(settled).toEqual([
      { id, actor: `credential ${accessKey}`, correlation_id: headers['x-correlation-id'], idempotency_key: 'monthly' },
    ]);
  });

  it('that triggers a webhook passes its origin on to the load', async () => {
    const { corporationId, accessKey, token } = await newCustomer('one_time');
    await createWebhook(gateways.brokerUrl, corporationId, { url: 'https://receiver.invalid/hook' });
    const { headers } = await post(url, ruc, { token, path: trigger, key: 'by webhook' });
    const [command] = await waitUntil(async () => {
      const commands = await commandsOf(corporationId);
      return commands.length > 0 && commands;
    });
    expect(command).toEqual({
      id: headers['x-request-id'],
      actor: `credential ${accessKey}`,
      correlation_id: headers['x-correlation-id'],
      idempotency_key: 'by webhook',
    });
  });
});
