import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { livingSystem } from '@vigia/testing';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';
import { openGateways, type Gateways } from './running/gateways.js';

const terms = { kind: 'one_time', quotaMonths: 12, startsOn: '2020-01-01', endsOn: '2098-12-31', documentPriceCents: 0 } as const;

describe('the forecast of a quota', () => {
  let gateways: Gateways;
  let url: string;

  beforeAll(async () => {
    gateways = await openGateways(await livingSystem(import.meta.url));
    url = await gateways.start();
  });

  afterAll(() => gateways?.stop());

  const forecastFor = async (account: Parameters<typeof obtainToken>[1]) => {
    const token = await obtainToken(url, account);
    const { status, text } = await exchange(url, { path: '/v2/cuota/pronostico', headers: bearer(token) });
    return { status, body: JSON.parse(text) };
  };

  it('is null without a contract, and the whole quota before any load', async () => {
    const account = await gateways.operator.createAccount();
    expect(await forecastFor(account)).toEqual({ status: 200, body: { statusCode: 200, data: null } });

    const contrato = await gateways.operator.createContract(account.corporationId, terms);
    const cuota = { otorgada: 12, disponible: 12, reservada: 0, consumida: 0 };
    expect(await forecastFor(account)).toMatchObject({
      status: 200,
      body: { statusCode: 200, data: { contrato, fin: terms.endsOn, cuota, meses_para_todos: 0, excedente: 12 } },
    });
  });
});
