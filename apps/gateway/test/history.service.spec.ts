import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGateways, type Gateways } from './running/gateways.js';
import { StoredProfiles, type StoredAccess } from './running/stored-profiles.js';
import { bearer, said } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const taxId = '20990000019';
const always: [Date, null][] = [[new Date('2026-01-01T00:00:00Z'), null]];
const noProfile = { status: 404, message: 'profile not found' };

interface Page {
  taxId: string;
  cambios: { fecha: string; seccion: string; campo: string; antes: unknown; despues: unknown; fuente: string | null }[];
  siguiente: string | null;
}

describe('the history of a profile', () => {
  let gateways: Gateways;
  let stored: StoredProfiles;
  let url: string;

  const addChanges = (
    document: string,
    changes: [at: string, section: string, field: string, before?: unknown, after?: unknown, source?: string][],
    docType = 'RUC',
  ) =>
    gateways.database.query(
      `INSERT INTO profiles.section_change (tax_id, doc_type, changed_at, section, field, before, after, source)
       SELECT $1, $3, (one->>0)::timestamptz, one->>1, one->>2, one->3, one->4, one->>5 FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS change (one, place) ORDER BY place`,
      [document, JSON.stringify(changes), docType],
    );

  beforeAll(async () => {
    gateways = await openGateways();
    stored = new StoredProfiles(gateways.database);
    url = await gateways.start();
    await addChanges(taxId, [
      ['2026-05-01T04:59:59.999999Z', 'legal', 'a', 1, 2, 'representantes_legales'],
      ['2026-05-01T05:00:00Z', 'boletin', 'deudas_boletin[Deuda vencida].monto_ultimo_periodo', 1200.5, null, 'deuda_vencida'],
      ['2026-05-02T12:00:00.000001Z', 'laboral', 'b', 'x', { y: [1] }, 'trabajadores'],
      ['2026-05-02T12:00:00.000001Z', 'laboral', 'c', null, true, 'trabajadores'],
      ['2026-05-02T12:00:00.000002Z', 'alerta_servicio', 'puntaje_total', 10, 20],
      ['2026-05-03T04:59:59.999999Z', 'legal', 'd', 1, 2, 'representantes_legales'],
    ]);
  });

  afterAll(() => gateways?.stop());

  const newClient = async (access: Partial<StoredAccess> = {}) => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(url, account);
    await stored.access({ corporationId: account.corporationId, taxId, ...access });
    const read = (query = '', document = taxId) =>
      exchange(url, { path: `/v2/perfiles/${document}/historial${query}`, headers: bearer(token) });
    const page = async (query = '', document = taxId) => {
      const { status, text } = await read(query, document);
      expect(status).toBe(200);
      return JSON.parse(text).data as Page;
    };
    const fields = async (query = '') => (await page(query)).cambios.map(({ campo }) => campo.slice(0, 8)).join(' ');
    return { corporationId: account.corporationId, read, page, fields };
  };

  it('lists every change with the values before and after, newest first', async () => {
    const { page, read } = await newClient({ periods: always });
    const { cambios, ...rest } = await page();
    expect(rest).toEqual({ taxId, siguiente: null });
    expect(JSON.parse((await read()).text).statusCode).toBe(200);
    expect(cambios.map(({ campo }) => campo)).toEqual([
      'd',
      'puntaje_total',
      'c',
      'b',
      'deudas_boletin[Deuda vencida].monto_ultimo_periodo',
      'a',
    ]);
    expect(cambios[1]).toEqual({
      fecha: '2026-05-02T12:00:00.000Z',
      seccion: 'alerta_servicio',
      campo: 'puntaje_total',
      antes: 10,
      despues: 20,
      fuente: null,
    });
    expect(cambios[3]).toMatchObject({ antes: 'x', despues: { y: [1] }, fuente: 'trabajadores' });
    expect(cambios[4]).toMatchObject({ antes: 1200.5, despues: null });
  });

  it.each(['1', '2', '3', '6', '100'])('is read in pages of %s without gaps or repetitions', async (limit) => {
    const { page } = await newClient({ periods: always });
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { cambios, siguiente }: Page = await page(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
      found.push(...cambios.map(({ campo }) => campo.slice(0, 8)));
      cursor = siguiente;
      pages += 1;
      // A change made meanwhile belongs on the first page, which was read already.
      if (pages === 1) await addChanges(taxId, [[new Date().toISOString(), 'judicial', 'new', 0, 1]]);
    } while (cursor);
    await gateways.database.query(`DELETE FROM profiles.section_change WHERE field = 'new'`);
    expect(found).toEqual(['d', 'puntaje_', 'c', 'b', 'deudas_b', 'a']);
    expect(pages).toBe(Math.ceil(6 / Number(limit)));
  });

  it.each([
    ['?seccion=laboral', 'c b'],
    ['?desde=2026-05-01', 'd puntaje_ c b deudas_b'],
    ['?hasta=2026-04-30', 'a'],
    ['?desde=2026-05-02&hasta=2026-05-02', 'd puntaje_ c b'],
    ['?desde=2026-05-02&hasta=2026-05-02&seccion=legal', 'd'],
    ['?desde=2026-05-03', ''],
  ])('can be filtered: %s', async (query, expected) => {
    const { fields } = await newClient({ periods: always });
    expect(await fields(query)).toBe(expected);
  });

  it('covers only the times at which the corporation could read the profile', async () => {
    const { fields } = await newClient({
      periods: [
        [new Date('2026-04-01T00:00:00Z'), new Date('2026-05-01T05:00:00Z')],
        [new Date('2026-05-02T00:00:00Z'), new Date('2026-05-03T00:00:00Z')],
      ],
    });
    expect(await fields()).toBe('puntaje_ c b a');
    expect(await (await newClient({ state: 'pending' })).fields()).toBe('');
  });

  it('leaves out a change whose earlier value had gone before the corporation could read the profile', async () => {
    const document = '20990000027';
    await addChanges(document, [['2026-05-02T12:00:00Z', 'boletin', 'e', 1, 2, 'protestos']]);
    await gateways.database.query(`UPDATE profiles.section_change SET before_until = '2026-05-01T12:00:00Z' WHERE tax_id = $1`, [document]);
    const changesSince = async (opened: string) =>
      (await (await newClient({ taxId: document, periods: [[new Date(opened), null]] })).page('', document)).cambios.length;
    expect(await changesSince('2026-05-01T12:00:00Z')).toBe(1);
    expect(await changesSince('2026-05-01T12:00:01Z')).toBe(0);
  });

  it('leaves out the sections that the plan excludes', async () => {
    const { fields } = await newClient({ periods: always, withheld: ['laboral', 'legal'] });
    expect(await fields()).toBe('puntaje_ deudas_b');
    expect(await fields('?seccion=laboral')).toBe('');
  });

  it('leaves out the sections that only a later release has', async () => {
    const document = '20990000035';
    await addChanges(document, [
      ['2026-05-02T12:00:00Z', 'seccion_de_prueba', 'a', 1, 2, 'fuente_de_prueba'],
      ['2026-05-01T12:00:00Z', 'boletin', 'b', 1, 2, 'protestos'],
    ]);
    const { page } = await newClient({ taxId: document, periods: always });
    expect((await page('', document)).cambios.map(({ seccion }) => seccion)).toEqual(['boletin']);
  });

  it('shows the past of a monitoring, not of a query, while the profile is loaded again', async () => {
    const past: StoredAccess['periods'] = [[new Date('2026-01-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z')]];
    const again = await newClient({ state: 'pending', endedMode: 'query', periods: past });
    expect(await again.fields()).toBe('');
    const monitoredAgain = await newClient({ state: 'pending', endedMode: 'monitoring', periods: past });
    expect(await monitoredAgain.fields()).toBe('d puntaje_ c b deudas_b a');
  });

  it.each(['failed', 'expired'] as const)('is that of the active CE with the number of a RUC that has %s', async (state) => {
    const number = { failed: '20991000012', expired: '20991000021' }[state];
    await addChanges(number, [['2026-05-02T12:00:00Z', 'laboral', 'of the CE']], 'CE');
    const { corporationId, page } = await newClient({ taxId: number, state });
    await stored.access({ corporationId, taxId: number, docType: 'CE', periods: always });
    expect((await page('', number)).cambios).toMatchObject([{ campo: 'of the CE' }]);
  });

  it('is not found for a profile without access, or after a query has ended', async () => {
    const { read } = await newClient({ mode: 'query', expiresAt: new Date(Date.now() - 1_000), periods: always });
    expect(said(await read())).toEqual(noProfile);
    expect(said(await read('', '20990000027'))).toEqual(noProfile);
  });
});
