import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentMark } from '@vigia/observability';
import { signedIn } from '@vigia/testing';
import { openPanel, type Panel } from './panel/open-panel.js';
import { bulk, post } from './requests/loads.js';
import { lineOf } from './running/access-lines.js';
import { obtainToken } from './requests/tokens.js';

const taxId = '20990000019';

describe('the log line of a request', () => {
  let panel: Panel;

  beforeAll(async () => {
    panel = await openPanel();
  });

  afterAll(() => panel?.stop());

  it('names the credential and the corporation of a program', async () => {
    const account = await panel.gateways.operator.createAccount();
    const authorization = `Bearer ${await obtainToken(panel.url, account)}`;
    const { headers } = await fetch(`${panel.url}/v2/perfiles/${taxId}/resumen`, { headers: { authorization } });
    const line = await lineOf(panel.gateways, { headers });
    const { corporationId, accessKey } = account;
    expect(line).toMatchObject({ status: 404, corporationId, accessKey, document: documentMark(taxId) });
    expect(line).not.toHaveProperty('userId');
  });

  it('names the user and the corporation of a person, and of an operator only the user', async () => {
    const corporationId = await panel.newCorporation();
    const { page, userId } = await panel.newPage(corporationId, 'analyst');
    const { headers } = await page.call('GET', '/portfolio.csv');
    const line = await lineOf(panel.gateways, { headers });
    expect(line).toMatchObject({ route: '/panel/v1/portfolio.csv', status: 200, corporationId, userId });
    expect(line).not.toHaveProperty('accessKey');
    const operator = await panel.newUser(null, 'operator');
    const answer = await (await signedIn(panel.url, operator)).call('GET', '/operator/corporations');
    const ofOperator = await lineOf(panel.gateways, answer);
    expect(ofOperator).toMatchObject({ status: 200, userId: operator.userId });
    expect(ofOperator).not.toHaveProperty('corporationId');
  });

  it('has the mark of the only document of a costly call, and none if there are several', async () => {
    const account = await panel.gateways.operator.createAccount();
    const { page } = await panel.newPage(account.corporationId, 'analyst');
    const token = await obtainToken(panel.url, account);
    const ofOne = { taxId, docType: 'RUC' };
    const ofList = (taxIds: string[]) => [
      [bulk, { taxIds, docType: 'RUC' }],
      ['/v2/perfiles/forzar-actualizacion', { taxIds }],
      ['/panel/v1/loads', { taxIds, docType: 'RUC' }],
      ['/panel/v1/updates', { taxIds }],
    ];
    const marksOf = (calls: (readonly [path: string, body: object])[]) =>
      Promise.all(
        calls.map(async ([path, body]) => {
          const answer = path.startsWith('/panel')
            ? await page.call('POST', path.slice('/panel/v1'.length), { body })
            : await post(panel.url, body, { token, path });
          return [path, (await lineOf(panel.gateways, answer)).document];
        }),
      );
    const costly = [
      ['/v1/perfiles/cargar', ofOne],
      ['/v2/perfiles/cargar', ofOne],
      ['/v1/webhook/perfiles/resumen', ofOne],
      ['/panel/v1/events', ofOne],
      ...ofList([taxId]),
    ] as [string, object][];
    expect(await marksOf(costly)).toEqual(costly.map(([path]) => [path, documentMark(taxId)]));
    const several = ofList([taxId, '20990000027']) as [string, object][];
    expect(await marksOf(several)).toEqual(several.map(([path]) => [path, undefined]));
  });

  it('names nobody if the caller is unknown', async () => {
    const { headers } = await fetch(`${panel.url}/v2/perfiles/${taxId}/resumen`);
    const line = await lineOf(panel.gateways, { headers });
    expect(Object.keys(line)).toEqual([
      'level',
      'time',
      'service',
      'correlationId',
      'method',
      'route',
      'status',
      'durationMs',
      'code',
      'document',
      'msg',
    ]);
  });
});
