import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endOfLimaDay, limaDay, panel as table, type Section, sections, sectionsInUse } from '@vigia/contracts';
import { type PanelClient, signedIn } from '@vigia/testing';
import { Compile } from 'typebox/compile';
import { type StoredAccess, StoredProfiles } from '../running/stored-profiles.js';
import { openPanel, type Panel } from './open-panel.js';

const ruc = '20990000019';
const dni = '99990001';
const unread = '20990000035';
const at = (day: string) => new Date(`${day}T15:00:00.000Z`);
const source = (name: string, day: string) => ({ source: name, sourceVersion: `v ${day}`, observedAt: at(day) });

const words = { pairs: [{ asked: 'quispe', listed: 'quispe', score: 1 }], askedOnly: ['rosa'], listedOnly: [] };
const hit = {
  list: 'SANCIONES',
  topic: 'sancion',
  entityId: 'S-1',
  subject: 'representante',
  askedName: 'QUISPE ROSA',
  listedName: 'QUISPE',
  document: null,
  similarity: 0.8,
  words,
};
const lists = [{ list: 'SANCIONES', version: '7' }];
const protested = 'Documentos protestados: S/ 3,000.00';
const reason = { module: 'boletin', component: 'protestos', points: 2, atLeast: null, text: protested };
const writtenOff = 'Deuda castigada: S/ 8,000.00, más de 1 UIT de S/ 5,500.00';
const reasonOfWithheld = { module: 'finanzas', component: 'castigada', points: 6, atLeast: null, text: writtenOff };

const accepts = { basis: Compile(table.profiles.basis.answer.schema), record: Compile(table.profiles.record.answer.schema) };

describe('the basis of a profile', () => {
  let panel: Panel;
  let stored: StoredProfiles;
  let corporationId: string;
  let analyst: PanelClient;

  beforeAll(async () => {
    panel = await openPanel();
    await panel.gateways.startWebhooks();
    stored = new StoredProfiles(panel.gateways.database);
    corporationId = await panel.newCorporation();
    ({ page: analyst } = await panel.newPage(corporationId, 'analyst'));
    await stored.version(ruc, 'identificacion', { razon_social: 'ANTES' }, at('2026-03-01'), [source('identificacion', '2026-03-01')]);
    await stored.version(ruc, 'identificacion', { razon_social: 'DESPUÉS' }, at('2026-05-01'), [source('identificacion', '2026-05-01')]);
    await stored.version(ruc, 'boletin', {}, at('2026-03-01'), [source('deuda_coactiva', '2026-03-01')]);
    await stored.version(ruc, 'alerta_servicio', { puntaje_total: 2 }, at('2026-03-01'), {
      model: 'v2',
      reasons: [reason, reasonOfWithheld],
    });
    const screened = source('listas_compliance', '2026-03-01');
    await stored.version(ruc, 'alerta_compliance', { nivel: 'Alerta Baja' }, at('2026-02-01'), [screened]);
    await stored.version(ruc, 'alerta_compliance', { nivel: 'Alerta Baja' }, at('2026-04-01'), { sources: [screened], lists, hits: [hit] });
    await stored.version(ruc, 'finanzas', { exposicion: 1 }, at('2026-03-01'), []);
    await stored.load(ruc, 'partial', at('2026-03-01'), { failedSources: ['protestos'] });
    await stored.load(ruc, 'succeeded', at('2026-05-01'));
    await stored.access({ corporationId, taxId: ruc, withheld: ['finanzas'], periods: [[at('2026-03-02'), null]] });
  });
  afterAll(() => panel?.stop());

  const read = async (part: 'basis' | 'record', query = '', page = analyst) => {
    const { status, body } = await page.call('GET', `/profiles/RUC/${ruc}/${part}${query}`);
    expect({ status, body, isAsDescribed: status !== 200 || accepts[part].Check(withoutContents(body)) }).toMatchObject({
      isAsDescribed: true,
    });
    return body;
  };
  const sectionOf = async (name: string, query?: string) =>
    (await read('basis', query)).sections.find(({ section }: { section: string }) => section === name);

  const request = async (owner: string, actor: string, day: string) => {
    const { database } = panel.gateways;
    const requestId = randomUUID();
    await database.query(
      `INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, months, state, open_items, correlation_id, actor, created_at, finished_at)
       VALUES ($1, $2, 'RUC', 'monitoring', 3, 'finished', 0, 'test', $3, $4, $4)`,
      [requestId, owner, actor, at(day)],
    );
    await database.query(`INSERT INTO profiles.load_item (request_id, tax_id, state) VALUES ($1, $2, 'loaded')`, [requestId, ruc]);
    return requestId;
  };

  it('names the sources, score reasons and hits of each section, except what the plan excludes', async () => {
    const { sections: told } = await read('basis');
    expect(told.map(({ section }: { section: string }) => section)).toEqual(sections.filter((section) => section !== 'finanzas'));
    expect(await sectionOf('identificacion')).toEqual({
      section: 'identificacion',
      statusCode: 'SH10',
      validFrom: at('2026-05-01').toISOString(),
      sources: [{ source: 'identificacion', version: 'v 2026-05-01', observedAt: at('2026-05-01').toISOString(), failed: false }],
      score: null,
      screening: null,
    });
    const withoutFigures = { ...reasonOfWithheld, text: 'Deuda castigada' };
    expect((await sectionOf('alerta_servicio')).score).toEqual({ model: 'v2', reasons: [reason, withoutFigures] });
    for (const part of ['basis', 'record'] as const) expect(JSON.stringify(await read(part))).not.toContain('8,000.00');
    expect((await sectionOf('alerta_compliance')).screening).toEqual({
      lists,
      hits: [{ ...hit, isBinding: false, link: null, evidence: null, verdict: null }],
    });
    expect(await sectionOf('legal')).toMatchObject({ statusCode: 'SH20', validFrom: null, sources: [{ version: null, failed: false }] });
  });

  it('on a past day shows what held then, including a failed source', async () => {
    expect(await sectionOf('identificacion', '?fecha=2026-04-30')).toMatchObject({
      validFrom: at('2026-03-01').toISOString(),
      sources: [{ version: 'v 2026-03-01' }],
    });
    const [coactiva, , protestos] = (await sectionOf('boletin', '?fecha=2026-04-30')).sources;
    expect([coactiva, protestos]).toMatchObject([
      { source: 'deuda_coactiva', version: 'v 2026-03-01', failed: false },
      { source: 'protestos', version: null, observedAt: null, failed: true },
    ]);
    // The hits of that day were not stored.
    expect((await sectionOf('alerta_compliance', '?fecha=2026-03-15')).screening).toBeNull();
    expect((await read('basis', '?fecha=2026-03-01')).message).toBe('profile not found');
  });

  it('is there from the first moment of an access, even on a gateway whose clock is behind that of the database', async () => {
    const corporation = await panel.newCorporation();
    const user = await panel.newUser(corporation, 'analyst');
    const begins = Date.now() + 3_600_000;
    await stored.access({ corporationId: corporation, taxId: ruc, periods: [[new Date(begins), null]] });
    await stored.access({ corporationId: corporation, taxId: unread, state: 'pending' });
    const behind = await panel.gateways.start({ environment: { VIGIA_TEST_CLOCK: '1' } });
    await panel.gateways.database.query(`INSERT INTO public.test_clock VALUES (interval '2 h')`);
    try {
      const page = await signedIn(behind, user);
      const { status, body } = await page.get(`/profiles/RUC/${ruc}/basis`);
      expect([status, body.sections?.length]).toEqual([200, sections.length]);
      expect((await page.get(`/profiles/RUC/${ruc}/record`)).body.accesses).toHaveLength(1);
      expect(Date.parse((await page.get(`/profiles/RUC/${unread}/basis`)).body.at)).toBeGreaterThan(begins);
    } finally {
      await panel.gateways.database.query('DELETE FROM public.test_clock');
    }
  });

  it('shows the last answer of each source, within the current access and plan', async () => {
    for (const [name, version] of [
      ['identificacion', 'v new'],
      ['deuda_financiera', 'withheld'],
    ])
      await panel.gateways.database.query(
        `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, source_version, observed_at, answered_at)
         VALUES ('RUC', $1, $2, 'data', $3, $4, $4)`,
        [ruc, name, version, at('2026-06-01')],
      );
    const { latest } = await read('basis');
    expect(latest).toEqual([{ source: 'identificacion', version: 'v new', answeredAt: at('2026-06-01').toISOString() }]);
    expect((await read('basis', '?fecha=2026-05-02')).latest).toEqual([]);
  });

  it('ends with the access: later findings are not shown', async () => {
    const former = await panel.newCorporation();
    const { page } = await panel.newPage(former, 'member');
    await stored.access({
      corporationId: former,
      taxId: ruc,
      state: 'expired',
      expiresAt: at('2026-04-15'),
      periods: [[at('2026-03-15'), at('2026-04-15')]],
    });
    const body = await read('basis', '', page);
    expect(body).toMatchObject({ at: at('2026-04-15').toISOString(), latest: [] });
    expect(body.sections[0]).toMatchObject({ section: 'identificacion', validFrom: at('2026-03-01').toISOString() });
  });

  it.each([
    ['pending', 'SH20', 'loading'],
    ['failed', 'SH50', 'failed'],
  ] as const)('of an access that is %s has only empty sections with the code %s', async (state, code, estado) => {
    const waiting = await panel.newCorporation();
    const { page } = await panel.newPage(waiting, 'analyst');
    await stored.access({ corporationId: waiting, taxId: ruc, state });
    const body = await read('basis', '', page);
    expect(body.sections.map(({ statusCode, validFrom }: { statusCode: string; validFrom: null }) => ({ statusCode, validFrom }))).toEqual(
      sections.map(() => ({ statusCode: code, validFrom: null })),
    );
    expect(JSON.stringify(body)).not.toContain('v 2026');
    expect((await read('record', '', page)).evidence.summary).toMatchObject({ estado, identificacion: { statusCode: code, data: {} } });
    expect((await read('basis', '?fecha=2026-05-02', page)).message).toBe('profile not found');
  });

  it.each<[string, Partial<StoredAccess>]>([
    ['whose first load runs', { state: 'pending' }],
    [
      'whose monitoring ended before that',
      { state: 'expired', expiresAt: at('2026-04-15'), periods: [[at('2026-03-15'), at('2026-04-15')]] },
    ],
  ])('of a person %s says that legal does not apply, and awaits the other sections', async (_when, access) => {
    const waiting = await panel.newCorporation();
    const { page } = await panel.newPage(waiting, 'analyst');
    await stored.access({ corporationId: waiting, taxId: dni, docType: 'DNI', ...access });
    const isAwaited = (section: Section) => section !== 'legal' && sectionsInUse().includes(section);
    const codes = Object.fromEntries(sections.map((section) => [section, isAwaited(section) ? 'SH20' : 'SH40']));
    const { body } = await page.get(`/profiles/DNI/${dni}/basis`);
    expect(Object.fromEntries(body.sections.map((one: { section: string; statusCode: string }) => [one.section, one.statusCode]))).toEqual(
      codes,
    );
    const { body: summary } = await page.get(`/profiles/DNI/${dni}/summary`);
    for (const section of sections) expect([section, summary.data[section]]).toEqual([section, { statusCode: codes[section], data: {} }]);
  });

  it('of a failed load shows the failure of each section', async () => {
    const failed = await panel.newCorporation();
    const { page } = await panel.newPage(failed, 'analyst');
    await stored.failure(failed, ruc, ['protestos'], { legal: 'SH40', laboral: 'SH51' });
    const { data } = (await page.get(`/profiles/RUC/${ruc}/summary`)).body;
    expect(data).toMatchObject({ estado: 'failed', legal: { statusCode: 'SH40' }, laboral: { statusCode: 'SH51' } });
    expect((await read('record', '', page)).evidence.summary).toEqual(data);
    const body = await read('basis', '', page);
    expect(body.sections.map(({ section, statusCode }: { section: string; statusCode: string }) => [section, statusCode])).toEqual(
      sections.map((section) => [section, data[section].statusCode]),
    );
  });

  it('has evidence with a reproducible hash, which changes only with its content', async () => {
    const { evidence, sha256 } = await read('record', '?fecha=2026-04-10');
    expect(createHash('sha256').update(JSON.stringify(evidence)).digest('hex')).toBe(sha256);
    expect(evidence.summary).toMatchObject({
      estado: 'partial',
      subhelpers_fallidos: ['protestos'],
      finanzas: { statusCode: 'SH30', data: {} },
    });
    expect((await read('record', '?fecha=2026-04-20')).sha256).toBe(sha256);
    expect((await read('basis', '?fecha=2026-04-20')).sha256).toBe(sha256);
    expect((await read('record', '?fecha=2026-05-02')).sha256).not.toBe(sha256);
  });

  it('has the same hash for the last day of an access on that day and after it', async () => {
    const corporation = await panel.newCorporation();
    const user = await panel.newUser(corporation, 'analyst');
    const lastDay = limaDay(new Date());
    await stored.access({ corporationId: corporation, taxId: ruc, periods: [[at('2026-05-06'), endOfLimaDay(lastDay)]] });
    const url = await panel.gateways.start({ environment: { VIGIA_TEST_CLOCK: '1' } });
    const hashOf = async (page: PanelClient, query: string) => (await page.get(`/profiles/RUC/${ruc}/record${query}`)).body.sha256;
    const onThatDay = await hashOf(await signedIn(url, user), `?fecha=${lastDay}`);
    await panel.gateways.database.query(`INSERT INTO public.test_clock VALUES (interval '24 h')`);
    try {
      const page = await signedIn(url, user);
      expect(onThatDay).toMatch(/^[0-9a-f]{64}$/);
      expect(await hashOf(page, `?fecha=${lastDay}`)).toBe(onThatDay);
      expect(await hashOf(page, '')).not.toBe(onThatDay);
    } finally {
      await panel.gateways.database.query('DELETE FROM public.test_clock');
    }
  });

  it('lists an access that was over from the start, and the acts after it, from their own days on', async () => {
    const corporation = await panel.newCorporation();
    const { page } = await panel.newPage(corporation, 'analyst');
    await stored.access({ corporationId: corporation, taxId: ruc, state: 'expired' });
    await panel.gateways.database.query(
      `INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at)
       SELECT $1, $2, 'RUC', settled_at, settled_at FROM (SELECT $3::timestamptz + interval '1 microsecond' AS settled_at) AS settlement`,
      [corporation, ruc, at('2026-04-15')],
    );
    const requestId = await request(corporation, 'credential vk_2', '2026-04-20');
    for (const [query, later] of [
      ['', [{ requestId }]],
      ['?fecha=2026-05-02', [{ requestId }]],
      ['?fecha=2026-04-15', []],
    ] as const) {
      const { at: shownAt, accesses, requests } = await read('record', query, page);
      expect({ query, shownAt, accesses, requests }).toMatchObject({
        query,
        shownAt: at('2026-04-15').toISOString(),
        accesses: [{ endsAt: at('2026-04-15').toISOString() }],
        requests: later,
      });
    }
  });

  it('lists who loaded and activated the profile by that day, only of its own corporation', async () => {
    const stranger = await panel.newCorporation();
    const { database } = panel.gateways;
    const first = await request(corporationId, 'credential vk_1', '2026-03-02');
    const second = await request(corporationId, 'user ana@prueba.example', '2026-05-05');
    await request(stranger, 'user otro@prueba.example', '2026-03-03');
    const activation = randomUUID();
    await database.query(
      `INSERT INTO billing.quota_command (id, corporation_id, kind, request_hash, as_of, actor) VALUES ($1, $2, 'activate', '', '2026-05-06', 'user ana@prueba.example')`,
      [activation, corporationId],
    );
    await database.query(
      `INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, request_id) VALUES ($1, $2, 'RUC', $3, $4)`,
      [corporationId, ruc, at('2026-05-06'), activation],
    );
    const whole = await read('record');
    expect(whole.requests.map(({ requestId, actor }: { requestId: string; actor: string }) => [requestId, actor])).toEqual([
      [second, 'user ana@prueba.example'],
      [first, 'credential vk_1'],
    ]);
    expect(whole.accesses).toMatchObject([
      { requestId: activation, activatedBy: 'user ana@prueba.example' },
      { requestId: null, activatedBy: null },
    ]);
    expect(whole).toMatchObject({ events: [], isWhole: true });
    const { requests, accesses } = await read('record', '?fecha=2026-04-01');
    expect({ requests, accesses }).toMatchObject({ requests: [{ requestId: first }], accesses: [{ requestId: null }] });
  });

  it('does not claim that an event had no receivers, or that nothing is left out, when deliveries are no longer kept', async () => {
    const triggerId = `trg_${randomUUID().replaceAll('-', '')}`;
    const corporation = await panel.newCorporation();
    const { page } = await panel.newPage(corporation, 'analyst');
    await stored.access({ corporationId: corporation, taxId: ruc, periods: [[at('2024-03-02'), null]] });
    await panel.gateways.database.query(
      `WITH event AS (
         INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, correlation_id,
           created_at, dispatched_at)
         SELECT $1, $2, 'RUC', $3, 'trigger', 'query', 'DISPATCHED', gen_random_uuid(), at, 'test', at, at
         FROM (SELECT now() - interval '14 months' AS at) AS old)
       INSERT INTO webhooks.payload (trigger_id, version, sha256, created_at) VALUES ($1, 'v2', '\\x0a', now() - interval '14 months')`,
      [triggerId, corporation, ruc],
    );
    expect(await read('record', '', page)).toMatchObject({
      events: [{ triggerId, deliveries: [], deliveriesKept: false, bodies: [{ version: 'v2', sha256: '0a' }] }],
      isWhole: false,
    });
  });

  it('is in the audit record when somebody takes it away as a file, and not when it is read', async () => {
    const { page } = await panel.newPage(corporationId, 'admin');
    await read('record', '', page);
    const told = await read('record', '?file=true', page);
    expect(told.evidence.taxId).toBe(ruc);
    expect((await page.get('/audit')).body.entries.slice(0, 2)).toMatchObject([
      { action: 'profile.record', subject: null, detail: {}, outcome: 'done' },
      { action: 'session.open' },
    ]);
  });

  it('says which sources were paused at that moment, under the same hash', async () => {
    const before = await read('record', '?fecha=2026-04-12');
    await panel.gateways.database.query(
      `INSERT INTO profiles.ended_pause (source, paused_at, ended_at, reason)
       VALUES ('protestos', '2026-04-10', '2026-04-15', 'prueba'), ('deuda_financiera', '2026-04-10', '2026-04-15', 'fuera del plan')`,
    );
    await panel.gateways.database.query(
      `INSERT INTO profiles.source_pause (source, reason, paused_at) VALUES ('trabajadores', 'prueba', '2026-04-20')`,
    );
    try {
      const pausedOn = async (day: string) => (await read('basis', `?fecha=${day}`)).paused;
      expect(await pausedOn('2026-04-08')).toEqual([]);
      expect(await pausedOn('2026-04-12')).toEqual(['protestos']);
      expect(await pausedOn('2026-04-15')).toEqual([]);
      expect((await read('record')).paused).toEqual(['trabajadores']);
      expect(await read('record', '?fecha=2026-04-12')).toEqual({ ...before, paused: ['protestos'] });
    } finally {
      await panel.gateways.database.query('DELETE FROM profiles.source_pause; DELETE FROM profiles.ended_pause');
    }
  });

  it('says which sections the contract of that day left out, beside those that are left out now', async () => {
    const corporation = await panel.newCorporation();
    const { page } = await panel.newPage(corporation, 'analyst');
    await stored.access({ corporationId: corporation, taxId: ruc, withheld: ['finanzas'], periods: [[at('2026-03-02'), null]] });
    await panel.gateways.database.query('DELETE FROM billing.contract WHERE corporation_id = $1', [corporation]);
    await panel.gateways.database.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months, document_price_cents, excluded_sections)
       VALUES (gen_random_uuid(), $1, 'monthly', '2026-04-01', '2026-04-30', 100, 0, '{judicial}'), (gen_random_uuid(), $1, 'monthly', '2026-05-01', '2199-12-31', 100, 0, '{finanzas}')`,
      [corporation],
    );
    const planOn = async (day: string) => (await read('record', `?fecha=${day}`, page)).plan;
    expect(await planOn('2026-03-31')).toEqual({ withheld: ['finanzas'], withheldThen: null });
    expect(await planOn('2026-04-01')).toEqual({ withheld: ['finanzas'], withheldThen: ['judicial'] });
    expect(await planOn('2026-04-30')).toEqual({ withheld: ['finanzas'], withheldThen: ['judicial'] });
    expect((await read('basis', '', page)).plan).toEqual({ withheld: ['finanzas'], withheldThen: ['finanzas'] });
  });

  it('does not tell on a past day when an access ended that lasted beyond it', async () => {
    const corporation = await panel.newCorporation();
    const { page } = await panel.newPage(corporation, 'analyst');
    const [first, second] = [endOfLimaDay('2026-03-31'), endOfLimaDay('2026-06-30')];
    await stored.access({
      corporationId: corporation,
      taxId: ruc,
      state: 'expired',
      expiresAt: second,
      periods: [
        [at('2026-03-02'), first],
        [at('2026-04-02'), second],
      ],
    });
    const endsOn = async (query: string) =>
      (await read('record', query, page)).accesses.map(({ endsAt }: { endsAt: string | null }) => endsAt);
    expect(await endsOn('?fecha=2026-03-30')).toEqual([null]);
    expect(await endsOn('?fecha=2026-03-31')).toEqual([first.toISOString()]);
    expect(await endsOn('?fecha=2026-05-06')).toEqual([null, first.toISOString()]);
    for (const query of ['?fecha=2026-06-30', '']) expect(await endsOn(query)).toEqual([second.toISOString(), first.toISOString()]);
  });

  it('is not whole for those whose access is older than a deleted request, and says until when requests may be missing', async () => {
    const later = await panel.newCorporation();
    const { page } = await panel.newPage(later, 'analyst');
    await stored.access({ corporationId: later, taxId: ruc, periods: [[at('2026-05-03'), null]] });
    const { database } = panel.gateways;
    await database.query('INSERT INTO profiles.deleted_requests (newest_at) VALUES ($1)', [at('2026-05-02')]);
    try {
      for (const query of ['', '?fecha=2026-04-01']) {
        expect(await read('record', query)).toMatchObject({ isWhole: false, requestsWholeAfter: at('2026-05-02').toISOString() });
      }
      expect(await read('record', '', page)).toMatchObject({ isWhole: true, requestsWholeAfter: null });
    } finally {
      await database.query('DELETE FROM profiles.deleted_requests');
    }
  });

  it('is shown with its record to analysts, and without it to members', async () => {
    const { page } = await panel.newPage(corporationId, 'member');
    expect((await read('basis', '', page)).sections.length).toBe(9);
    expect((await read('record', '', page)).message).toBe('this needs the role admin or analyst');
  });
});

/** The stored contents are short ones that only this spec knows. */
function withoutContents(body: { evidence?: { summary: object } }): object {
  if (!body.evidence) return body;
  const summary = Object.entries(body.evidence.summary).map(([name, value]) => [
    name,
    sections.includes(name as never) ? { statusCode: 'SH20', data: {} } : value,
  ]);
  return { ...body, evidence: { ...body.evidence, summary: Object.fromEntries(summary) } };
}
