import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BasicCredentials } from '@vigia/contracts';
import { type PanelClient, waitUntil } from '@vigia/testing';
import { basic, obtainToken } from '../requests/tokens.js';
import { bearer } from '../requests/calls.js';
import { exchange } from '../requests/exchange.js';
import { openPanel, type Panel } from './open-panel.js';

describe('the credentials of programs', () => {
  let panel: Panel;
  let corporationId: string;
  let admin: PanelClient;

  beforeAll(async () => {
    panel = await openPanel();
    corporationId = await panel.newCorporation();
    admin = (await panel.newPage(corporationId)).page;
  });

  afterAll(() => panel?.stop());

  const create = async (name: string) => (await admin.call('POST', '/credentials', { body: { name } })).body;
  const listed = async (accessKey: string) =>
    (await admin.get('/credentials')).body.credentials.find((one: { accessKey: string }) => one.accessKey === accessKey);
  const token = (credential: BasicCredentials) =>
    exchange(panel.url, { method: 'POST', path: '/v1/autenticacion/obtener-token', headers: { authorization: basic(credential) } });

  it('show their secret once, who created them and when they were last used', async () => {
    const { credential, accessSecret } = await create('ERP de compras');
    const { accessKey } = credential;
    expect(credential).toMatchObject({ name: 'ERP de compras', createdBy: 'Prueba admin', status: 'active', lastUsedAt: null });
    expect((await token({ accessKey, accessSecret: `${accessSecret}x` })).status).toBe(401);
    expect(await listed(accessKey)).toEqual(credential);
    expect(JSON.stringify((await admin.get('/credentials')).body)).not.toContain(accessSecret);

    const given = await obtainToken(panel.url, { corporationId, accessKey, accessSecret });
    const first = await waitUntil(async () => (await listed(accessKey)).lastUsedAt, { what: 'the use of the credential is recorded' });
    await exchange(panel.url, { path: '/v1/perfiles/20990000019/resumen', headers: bearer(given) });
    expect((await listed(accessKey)).lastUsedAt).toBe(first);
  });

  it('can be renamed and revoked, and a revoked one stays in the list', async () => {
    const { credential, accessSecret } = await create('Antes');
    const path = `/credentials/${credential.accessKey}`;
    expect((await admin.call('PATCH', path, { body: { name: 'Después' } })).body.credential).toEqual({ ...credential, name: 'Después' });
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect(await listed(credential.accessKey)).toMatchObject({ name: 'Después', status: 'revoked' });
    expect(await token({ accessKey: credential.accessKey, accessSecret })).toMatchObject({ status: 401 });
  });

  it('are twenty active ones at most, even with concurrent creations', async () => {
    const scene = async () => {
      const { page } = await panel.newPage(await panel.newCorporation());
      const answers = await Promise.all(Array.from({ length: 25 }, () => page.call('POST', '/credentials', { body: { name: 'ERP' } })));
      return answers.every(({ status }) => status !== 503) && { page, answers };
    };
    const { page, answers } = await waitUntil(scene, { what: 'no creation waits too long for its turn' });
    // The operator has created one with the corporation.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body.code, body.params]).toEqual([409, 'credentials_full', { most: 20 }]);
    const [{ accessKey }] = (await page.get('/credentials')).body.credentials;
    await page.call('DELETE', `/credentials/${accessKey}`);
    expect((await page.call('POST', '/credentials', { body: { name: 'ERP' } })).status).toBe(200);
  });

  it('of another corporation are out of reach, and the attempt is recorded', async () => {
    const { credential } = await create('Nuestra');
    const { page } = await panel.newPage(await panel.newCorporation());
    const path = `/credentials/${credential.accessKey}`;
    expect(await page.call('PATCH', path, { body: { name: 'Suya' } })).toMatchObject({ status: 404 });
    expect(await page.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await listed(credential.accessKey)).toMatchObject({ name: 'Nuestra', status: 'active' });
    const { entries } = (await page.get('/audit?action=credential&limit=2')).body;
    expect(entries).toMatchObject([
      { action: 'credential.revoke', outcome: 'refused', reason: 'not_found' },
      { action: 'credential.rename', outcome: 'refused' },
    ]);
  });
});
