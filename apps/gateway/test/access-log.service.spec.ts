import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentMark } from '@vigia/observability';
import { signedIn, waitUntil } from '@vigia/testing';
import { openPanel, type Panel } from './panel/open-panel.js';
import { obtainToken } from './requests/tokens.js';

const taxId = '20990000019';

describe('the log line of a request', () => {
  let panel: Panel;

  beforeAll(async () => {
    panel = await openPanel();
  });

  afterAll(() => panel?.stop());

  async function lineOf(correlationId: string | null): Promise<Record<string, unknown>> {
    const isOfCall = (line: string) => line.includes(`"correlationId":"${correlationId}"`) && line.includes('"msg":"request"');
    return JSON.parse(await waitUntil(() => panel.gateways.log().split('\n').find(isOfCall), { what: 'the line of a request' }));
  }

  it('names the credential and the corporation of a program', async () => {
    const account = await panel.gateways.operator.createAccount();
    const authorization = `Bearer ${await obtainToken(panel.url, account)}`;
    const { headers } = await fetch(`${panel.url}/v2/perfiles/${taxId}/resumen`, { headers: { authorization } });
    const line = await lineOf(headers.get('x-correlation-id'));
    const { corporationId, accessKey } = account;
    expect(line).toMatchObject({ status: 404, corporationId, accessKey, document: documentMark(taxId) });
    expect(line).not.toHaveProperty('userId');
  });

  it('names the user and the corporation of a person, and of an operator only the user', async () => {
    const corporationId = await panel.newCorporation();
    const { page, userId } = await panel.newPage(corporationId, 'analyst');
    const { headers } = await page.call('GET', '/portfolio.csv');
    const line = await lineOf(headers.get('x-correlation-id'));
    expect(line).toMatchObject({ route: '/panel/v1/portfolio.csv', status: 200, corporationId, userId });
    expect(line).not.toHaveProperty('accessKey');
    const operator = await panel.newUser(null, 'operator');
    const answer = await (await signedIn(panel.url, operator)).call('GET', '/operator/corporations');
    const ofOperator = await lineOf(answer.headers.get('x-correlation-id'));
    expect(ofOperator).toMatchObject({ status: 200, userId: operator.userId });
    expect(ofOperator).not.toHaveProperty('corporationId');
  });

  it('names nobody if the caller is unknown', async () => {
    const { headers } = await fetch(`${panel.url}/v2/perfiles/${taxId}/resumen`);
    const line = await lineOf(headers.get('x-correlation-id'));
    expect(Object.keys(line)).toEqual([
      'level',
      'time',
      'service',
      'correlationId',
      'method',
      'route',
      'status',
      'durationMs',
      'document',
      'msg',
    ]);
  });
});
