import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endOfLimaDay, limaDay, sections, startOfLimaDay } from '@vigia/contracts';
import { openGateways, type Gateways } from './running/gateways.js';
import { StoredProfiles } from './running/stored-profiles.js';
import { bearer, said } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const taxId = '20990000019';
const lastMs = (day: string) => new Date(endOfLimaDay(day).getTime() - 1);
const noProfile = { status: 404, message: 'profile not found' };

/** The profile changes its name on some days of May; each name is the day of its change. */
const changes: [day: string, at: Date][] = [
  ['2026-05-01', new Date('2026-05-01T15:00:00Z')],
  ['2026-05-05', lastMs('2026-05-05')],
  ['2026-05-06', startOfLimaDay('2026-05-06')],
  ['2026-05-20', new Date('2026-05-20T15:00:00Z')],
];

describe('a past summary', () => {
  let gateways: Gateways;
  let stored: StoredProfiles;
  let url: string;

  beforeAll(async () => {
    gateways = await openGateways();
    stored = new StoredProfiles(gateways.database);
    url = await gateways.start();
    for (const [day, at] of changes) await stored.version(taxId, 'identificacion', { razon_social: day }, at);
    await stored.version(taxId, 'laboral', { trabajadores: 7 }, new Date('2026-05-10T15:00:00Z'));
    await stored.load(taxId, 'succeeded', new Date('2026-05-01T15:00:00Z'));
    await stored.load(taxId, 'partial', new Date('2026-05-10T15:00:00Z'), { failedSources: ['protestos'] });
    await stored.profile(taxId, 'succeeded', { identificacion: { razon_social: 'now' } });
  });

  afterAll(() => gateways?.stop());

  const newClient = async (access: Partial<Parameters<StoredProfiles['access']>[0]> = {}) => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(url, account);
    await stored.access({ corporationId: account.corporationId, taxId, ...access });
    const read = (
      fecha?: string,
      { version = 'v2', headers = {}, from = url }: { version?: string; headers?: Record<string, string>; from?: string } = {},
    ) =>
      exchange(from, {
        path: `/${version}/perfiles/${taxId}/resumen${fecha === undefined ? '' : `?fecha=${fecha}`}`,
        headers: { ...bearer(token), ...headers },
      });
    const data = async (fecha?: string, version = 'v2', from = url) => JSON.parse((await read(fecha, { version, from })).text).data;
    const name = async (fecha?: string) => (await data(fecha)).identificacion.data.razon_social as string;
    return { corporationId: account.corporationId, read, data, name };
  };

  const always: [Date, null][] = [[new Date('2026-04-01T00:00:00Z'), null]];

  it.each([
    ['2026-05-01', '2026-05-01'],
    ['2026-05-04', '2026-05-01'],
    ['2026-05-05', '2026-05-05'],
    ['2026-05-06', '2026-05-06'],
    ['2026-05-19', '2026-05-06'],
    ['2026-05-20', '2026-05-20'],
  ])('shows the profile as it was when %s ended in Lima', async (fecha, expected) => {
    const { name } = await newClient({ periods: always });
    expect(await name(fecha)).toBe(expected);
  });

  it('contains every section and the state of the last load by then', async () => {
    const { data } = await newClient({ periods: always });
    const early = await data('2026-05-09');
    expect(Object.keys(early)).toEqual(['taxId', 'activo', 'estado', 'subhelpers_fallidos', ...sections]);
    expect(early).toMatchObject({ activo: true, estado: 'succeeded', subhelpers_fallidos: [], laboral: { statusCode: 'SH20', data: {} } });
    expect(await data('2026-05-10')).toMatchObject({
      estado: 'partial',
      subhelpers_fallidos: ['protestos'],
      laboral: { data: { trabajadores: 7 } },
    });
    const v1 = await data('2026-05-10', 'v1');
    expect(v1).toMatchObject({
      taxId,
      activo: true,
      identificacion: { razon_social: '2026-05-06' },
      laboral: { trabajadores: 7 },
      legal: null,
    });
    expect(v1).not.toHaveProperty('estado');
  });

  it('of today shows the profile as it is now, not as it will be', async () => {
    const { name } = await newClient({ periods: always });
    await stored.version(taxId, 'identificacion', { razon_social: 'tomorrow' }, new Date(Date.now() + 60_000));
    expect(await name(limaDay(new Date()))).toBe('2026-05-20');
  });

  it('covers only what the corporation could read', async () => {
    const { read, data, name } = await newClient({
      periods: [
        [new Date('2026-05-03T00:00:00Z'), endOfLimaDay('2026-05-05')],
        [new Date('2026-05-19T00:00:00Z'), null],
      ],
    });
    expect(said(await read('2026-05-01'))).toEqual(noProfile);
    expect(await name('2026-05-04')).toBe('2026-05-01');
    // Between the two periods it sees only the state at the end of the first.
    expect(await name('2026-05-12')).toBe('2026-05-05');
    expect(await data('2026-05-12')).toMatchObject({ activo: false, estado: 'succeeded', laboral: { data: {} } });
    for (const fecha of ['2026-05-04', '2026-05-05']) expect(await data(fecha)).toMatchObject({ activo: true });
    expect(await data('2026-05-06')).toMatchObject({ activo: false });
    expect(await name('2026-05-20')).toBe('2026-05-20');
  });

  it('leaves out the sections that the plan excludes', async () => {
    const { data } = await newClient({ periods: always, withheld: ['identificacion'] });
    expect(await data('2026-05-05')).toMatchObject({ identificacion: { statusCode: 'SH30', data: {} } });
    expect(await data('2026-05-05', 'v1')).toMatchObject({ identificacion: null });
  });

  it('remains readable after monitoring, as of its end', async () => {
    const endedAt = endOfLimaDay('2026-05-05');
    for (const access of [
      { state: 'expired', expiresAt: endedAt },
      { state: 'active', expiresAt: endedAt },
    ] as const) {
      const { data, read, name } = await newClient({ ...access, periods: [[new Date('2026-05-03T00:00:00Z'), endedAt]] });
      expect(await data()).toMatchObject({ activo: false, estado: 'succeeded', identificacion: { data: { razon_social: '2026-05-05' } } });
      expect(await data(undefined, 'v1')).toMatchObject({ activo: false, identificacion: { razon_social: '2026-05-05' } });
      expect(await name('2026-05-20')).toBe('2026-05-05');
      const etag = String((await read()).headers.etag);
      expect((await read(undefined, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
  });

  it('shows that monitoring is over by the clock of the database, whatever that of the gateway says', async () => {
    const endsAt = new Date(Date.now() + 3_600_000);
    const { data } = await newClient({ expiresAt: endsAt, periods: [[new Date('2026-05-03T00:00:00Z'), endsAt]] });
    expect(await data()).toMatchObject({ activo: true });
    const behind = await gateways.start({ environment: { VIGIA_TEST_CLOCK: '1' } });
    await gateways.database.query(`INSERT INTO public.test_clock VALUES (interval '2 h')`);
    try {
      for (const version of ['v1', 'v2']) expect(await data(undefined, version, behind)).toMatchObject({ taxId, activo: false });
    } finally {
      await gateways.database.query('DELETE FROM public.test_clock');
    }
  });

  it('is that of today as soon as the database has it, and of no later day', async () => {
    const { read } = await newClient({ periods: always });
    // Lima's midnight may come while this runs: then the day after tomorrow is no longer ahead.
    const [tomorrow, later] = [1, 3].map((days) => limaDay(new Date(Date.now() + days * 86_400_000)));
    const behind = await gateways.start({ environment: { VIGIA_TEST_CLOCK: '1' } });
    await gateways.database.query(`INSERT INTO public.test_clock VALUES (interval '24 h')`);
    try {
      for (const version of ['v1', 'v2']) {
        expect((await read(tomorrow, { version, from: behind })).status).toBe(200);
        expect(said(await read(later, { version, from: behind }))).toEqual({
          status: 400,
          message: 'fecha must not be after today in Lima',
        });
      }
    } finally {
      await gateways.database.query('DELETE FROM public.test_clock');
    }
  });

  it('remains readable after monitoring while the profile is loaded again, and says that it is loading', async () => {
    const period: [Date, Date] = [new Date('2026-05-03T00:00:00Z'), endOfLimaDay('2026-05-05')];
    for (const mode of ['monitoring', 'query'] as const) {
      const { data, read, name } = await newClient({ state: 'pending', mode, endedMode: 'monitoring', periods: [period] });
      expect(await data()).toMatchObject({ activo: false, estado: 'loading', identificacion: { data: { razon_social: '2026-05-05' } } });
      expect(await data(undefined, 'v1')).toMatchObject({ activo: false, identificacion: { razon_social: '2026-05-05' } });
      expect(await name('2026-05-04')).toBe('2026-05-01');
      const etag = String((await read()).headers.etag);
      expect((await read(undefined, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
  });

  it('of a query that has ended stays closed while the profile is loaded again', async () => {
    const { read, data } = await newClient({
      state: 'pending',
      endedMode: 'query',
      periods: [[new Date('2026-05-03T00:00:00Z'), new Date('2026-05-05T00:00:00Z')]],
    });
    expect(said(await read('2026-05-04'))).toEqual(noProfile);
    expect(await data()).toMatchObject({ activo: false, estado: 'loading' });
  });

  it('is not found for a profile without access', async () => {
    const { read } = await newClient({ taxId: '20990000035' });
    expect(said(await read('2026-05-05'))).toEqual(noProfile);
  });

  it('of a day that is still to come is refused as such, for a profile without access too', async () => {
    const { read } = await newClient({ taxId: '20990000035' });
    const tooLate = { status: 400, message: 'fecha must not be after today in Lima' };
    for (const version of ['v1', 'v2']) expect(said(await read('2099-01-01', { version }))).toEqual(tooLate);
  });
});
