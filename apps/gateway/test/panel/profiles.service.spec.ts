import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Section } from '@vigia/contracts';
import type { PanelClient } from '@vigia/testing';
import { StoredProfiles } from '../running/stored-profiles.js';
import { openPanel, type Panel } from './open-panel.js';

const ruc = '20990000019';
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

describe('a profile in the panel', () => {
  let panel: Panel;
  let stored: StoredProfiles;
  let corporationId: string;
  let page: PanelClient;

  beforeAll(async () => {
    panel = await openPanel();
    stored = new StoredProfiles(panel.gateways.database);
    corporationId = await panel.newCorporation();
    ({ page } = await panel.newPage(corporationId, 'member'));
    await stored.profile(ruc, 'partial', { legal: { representantes_legales: [] } }, { failedSources: ['protestos'] });
    await stored.version(ruc, 'legal', { representantes_legales: [{ nombre: 'ANTES' }] }, ago(48));
    const [opened, ended] = [ago(72), ago(24)];
    await stored.access({
      corporationId,
      taxId: ruc,
      withheld: ['finanzas', 'seccion_de_prueba' as Section],
      periods: [
        [opened, ended],
        [ago(12), null],
      ],
    });
  });
  afterAll(() => panel?.stop());

  const get = (path: string, headers = {}) => page.call('GET', `/profiles/${path}`, { headers });

  it('shows its access, newest period first, and no section that only a later release has', async () => {
    const { status, body } = await get(`RUC/${ruc}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        docType: 'RUC',
        taxId: ruc,
        entry: null,
        unregistered: false,
        openRequest: null,
        access: {
          state: 'active',
          mode: 'monitoring',
          expiresAt: null,
          withheld: ['finanzas'],
          periods: [
            { openedAt: expect.any(String), endsAt: null },
            { openedAt: expect.any(String), endsAt: expect.any(String) },
          ],
        },
      },
    });
    const [newer, older] = body.access.periods;
    expect(older.endsAt < newer.openedAt).toBe(true);
  });

  it('shows its portfolio row, and not the row of another corporation', async () => {
    const listed = '20990000035';
    await stored.access({ corporationId, taxId: listed });
    await stored.listed(corporationId, listed, { name: 'ANDINA', alert: 4 });
    await stored.listed(await panel.newCorporation(), listed, { name: 'OTRA', alert: 1 });
    const { entry } = (await get(`RUC/${listed}`)).body;
    expect(entry).toMatchObject({ docType: 'RUC', taxId: listed, standing: 'active', name: 'ANDINA', alert: { level: 4 } });
    expect((await page.get('/portfolio')).body.entries).toEqual([entry]);
  });

  it('names the request of its own corporation that loads this kind of document', async () => {
    const loading = '20990000027';
    await stored.access({ corporationId, taxId: loading, state: 'pending' });
    const stranger = await panel.newCorporation();
    const [own, others, ofCe] = [randomUUID(), randomUUID(), randomUUID()];
    const { database } = panel.gateways;
    const loads = { RUC: randomUUID(), CE: randomUUID() };
    for (const [docType, loadId] of Object.entries(loads)) {
      await database.query(
        `INSERT INTO profiles.load (id, doc_type, tax_id, correlation_id, deadline_at) VALUES ($1, $2, $3, 'test', now() + interval '1 hour')`,
        [loadId, docType, loading],
      );
    }
    for (const [id, owner, docType] of [
      [own, corporationId, 'RUC'],
      [others, stranger, 'RUC'],
      [ofCe, corporationId, 'CE'],
    ] as const) {
      await database.query(
        `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, $3, 'monitoring', 'loading', 1, 'test')`,
        [id, owner, docType],
      );
      await database.query(`INSERT INTO profiles.load_item (request_id, tax_id, state, load_id) VALUES ($1, $2, 'loading', $3)`, [
        id,
        loading,
        loads[docType],
      ]);
    }
    const { body } = await get(`RUC/${loading}`);
    expect({ state: body.access.state, openRequest: body.openRequest }).toEqual({ state: 'pending', openRequest: own });
  });

  it('tells whether the load failed because the register does not know the document, also before its list is settled', async () => {
    const [unknown, failed, ofList, again] = ['20990000043', '20990000051', '20990000060', '20990000078'];
    const { database } = panel.gateways;
    for (const taxId of [unknown, ofList, again]) await stored.failure(corporationId, taxId, [], {}, 'taxpayer_not_found');
    await stored.failure(corporationId, failed, ['identificacion'], { finanzas: 'SH11' });
    const become = 'UPDATE billing.access SET state = $3 WHERE corporation_id = $1 AND tax_id = $2';
    await database.query(become, [corporationId, ofList, 'pending']);
    await database.query(become, [corporationId, again, 'active']);
    const told = [];
    for (const taxId of [unknown, failed, ofList, again]) told.push((await get(`RUC/${taxId}`)).body.unregistered);
    expect(told).toEqual([true, false, true, false]);
  });

  it('shows the summary of v2, and answers 304 to its tag', async () => {
    const { status, headers, body } = await get(`RUC/${ruc}/summary`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect({ status, estado: body.data.estado, finanzas: body.data.finanzas }).toEqual({
      status: 200,
      estado: 'partial',
      finanzas: { statusCode: 'SH30', data: {} },
    });
    const again = await get(`RUC/${ruc}/summary`, { 'if-none-match': headers.get('etag') });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store']);
  });

  it('shows the summary as of a day, within its periods of access', async () => {
    const day = ago(24 + 5)
      .toISOString()
      .slice(0, 10);
    const { body } = await get(`RUC/${ruc}/summary?fecha=${day}`);
    expect(body.data.legal.data).toEqual({ representantes_legales: [{ nombre: 'ANTES' }] });
    expect((await get(`RUC/${ruc}/summary?fecha=2020-01-01`)).body.message).toBe('profile not found');
    expect((await get(`RUC/${ruc}/summary?fecha=2999-01-01`)).status).toBe(400);
    expect((await get(`RUC/${ruc}/summary?fecha=2099-01-01`)).body.message).toBe('fecha must not be after today in Lima');
  });

  it('shows its history in pages', async () => {
    for (const [hours, after] of [
      [60, '1'],
      [36, '2'],
      [18, '3'],
      [6, '4'],
    ] as const) {
      await panel.gateways.database.query(
        `INSERT INTO profiles.section_change (tax_id, doc_type, changed_at, section, field, before, after, source)
         VALUES ($1, 'RUC', $2, 'legal', 'x', NULL, $3::jsonb, 'representantes_legales')`,
        [ruc, ago(hours), after],
      );
    }
    const first = (await get(`RUC/${ruc}/history?limit=2`)).body;
    const rest = (await get(`RUC/${ruc}/history?limit=2&cursor=${first.siguiente}`)).body;
    // The third change came while the corporation could not read the profile.
    expect([...first.cambios, ...rest.cambios].map(({ despues }: { despues: number }) => despues)).toEqual([4, 2, 1]);
    expect(rest.siguiente).toBeNull();
    expect((await get(`RUC/${ruc}/history?cursor=nada`)).body.message).toBe('cursor must be the siguiente of an earlier page');
    expect((await get(`RUC/${ruc}/history?seccion=finanzas`)).body.cambios).toEqual([]);
  });

  it.each(['', '/summary', '/history', '/basis'])('answers 404 to %s if the corporation has no access', async (part) => {
    const { page: other } = await panel.newPage(await panel.newCorporation(), 'admin');
    expect((await other.call('GET', `/profiles/RUC/${ruc}${part}`)).body.message).toBe('profile not found');
    expect((await get(`DNI/${ruc}${part}`)).status).toBe(404);
  });
});
