import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PanelClient } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

const given = { screen: 'portfolio', name: 'Alerta alta', search: 'alert=4,5&sort=-expires', isShared: false };

describe('saved views', () => {
  let panel: Panel;
  let corporationId: string;
  let admin: PanelClient;
  let member: PanelClient;

  beforeAll(async () => {
    panel = await openPanel();
    corporationId = await panel.newCorporation();
    admin = (await panel.newPage(corporationId)).page;
    member = (await panel.newPage(corporationId, 'member')).page;
  });

  afterAll(() => panel?.stop());

  const namesOf = async (page: PanelClient, query = '') =>
    (await page.get(`/views${query}`)).body.views.map(({ name }: { name: string }) => name);
  const keep = async (page: PanelClient, view: object) => (await page.call('POST', '/views', { body: { ...given, ...view } })).body.view;

  it('belong to their owner and screen, and can be changed and removed', async () => {
    const view = await keep(member, { name: 'Propia' });
    expect(view).toEqual({ ...given, name: 'Propia', viewId: expect.any(String), isOwn: true });
    await keep(member, { name: 'De cargas', screen: 'loads' });
    expect(await namesOf(member, '?screen=portfolio')).toEqual(['Propia']);
    expect(await namesOf(admin)).toEqual([]);
    expect((await admin.call('PATCH', `/views/${view.viewId}`, { body: { name: 'Ajena' } })).status).toBe(404);
    expect((await member.call('PATCH', `/views/${view.viewId}`, { body: { search: '' } })).body.view).toEqual({ ...view, search: '' });
    expect((await member.call('DELETE', `/views/${view.viewId}`)).status).toBe(204);
    expect(await namesOf(member)).toEqual(['De cargas']);
    expect((await admin.get(`/audit?subject=${view.viewId}`)).body.entries).toMatchObject([
      { action: 'view.remove' },
      { action: 'view.change', outcome: 'done' },
      { action: 'view.change', outcome: 'refused' },
      { action: 'view.create', outcome: 'done' },
    ]);
  });

  it('are shared only by administrators, and visible to the whole corporation', async () => {
    const refused = { status: 403, body: { code: 'role_missing', params: { roles: ['admin'] } } };
    expect(await member.call('POST', '/views', { body: { ...given, isShared: true } })).toMatchObject(refused);
    const own = await keep(member, { name: 'Mía', screen: 'quota' });
    expect(await member.call('PATCH', `/views/${own.viewId}`, { body: { isShared: true } })).toMatchObject(refused);

    const shared = await keep(admin, { name: 'De todos', screen: 'quota', isShared: true });
    expect((await member.get('/views?screen=quota')).body.views).toMatchObject([
      { name: 'Mía', isOwn: true },
      { name: 'De todos', isOwn: false },
    ]);
    expect((await member.call('DELETE', `/views/${shared.viewId}`)).status).toBe(404);
    const { page: other } = await panel.newPage(await panel.newCorporation());
    expect(await namesOf(other)).toEqual([]);
    expect((await other.call('DELETE', `/views/${shared.viewId}`)).status).toBe(404);
    expect((await admin.call('DELETE', `/views/${shared.viewId}`)).status).toBe(204);
  });

  it('that are shared can be changed by administrators alone, not by an owner who was one', async () => {
    const { page, userId } = await panel.newPage(corporationId);
    const { viewId } = await keep(page, { name: 'De antes', screen: 'webhooks', isShared: true });
    await admin.call('PATCH', `/users/${userId}`, { body: { role: 'member' } });
    expect((await page.call('PATCH', `/views/${viewId}`, { body: { name: 'Cambiada' } })).status).toBe(404);
    expect((await page.call('DELETE', `/views/${viewId}`)).status).toBe(404);
    expect((await member.get('/views?screen=webhooks')).body.views).toMatchObject([{ name: 'De antes' }]);
    expect((await admin.call('PATCH', `/views/${viewId}`, { body: { isShared: false } })).status).toBe(200);
    expect((await admin.get(`/audit?subject=${viewId}&action=view.change&limit=1`)).body.entries).toMatchObject([
      { detail: { fields: ['isShared'], isShared: false }, outcome: 'done' },
    ]);
    expect((await page.call('PATCH', `/views/${viewId}`, { body: { name: 'Propia' } })).status).toBe(200);
  });

  it('are limited to a hundred per user', async () => {
    const { page, userId } = await panel.newPage(corporationId, 'member');
    await panel.gateways.database.query(
      `INSERT INTO identity.saved_view (corporation_id, owner_id, screen, name, search, is_shared)
       SELECT $1, $2, 'portfolio', 'Vista ' || n, '', false FROM generate_series(1, 99) AS n`,
      [corporationId, userId],
    );
    expect((await page.call('POST', '/views', { body: given })).status).toBe(200);
    expect(await page.call('POST', '/views', { body: given })).toMatchObject({
      status: 409,
      body: { code: 'views_full', params: { most: 100 } },
    });
  });
});
