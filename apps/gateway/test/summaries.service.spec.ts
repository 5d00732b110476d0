import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sections } from '@vigia/contracts';
import { openGateways, type Gateways } from './running/gateways.js';
import { StoredProfiles } from './running/stored-profiles.js';
import { bearer, said } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const [monitored, other, third, fourth] = ['20990000019', '20990000027', '20990000035', '20990000043'] as const;
const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);
const noProfile = { status: 404, message: 'profile not found' };
const content = { razon_social: 'PRUEBA ÑANDÚ S.A.C. "2"', domicilio_fiscal: 'AV. LOS EJEMPLOS 123 '.repeat(80) };

describe('a summary', () => {
  let gateways: Gateways;
  let stored: StoredProfiles;
  let url: string;

  beforeAll(async () => {
    gateways = await openGateways();
    stored = new StoredProfiles(gateways.database);
    url = await gateways.start();
    await stored.profile(monitored, 'partial', { identificacion: content, laboral: { datos: 1 } }, { failedSources: ['protestos'] });
  });

  afterAll(() => gateways?.stop());

  const newClient = async () => {
    const account = await gateways.operator.createAccount();
    const token = await obtainToken(url, account);
    const read = (
      taxId: string,
      {
        method = 'GET',
        version = 'v2',
        headers = {},
        query = '',
      }: { method?: string; version?: string; headers?: Record<string, string>; query?: string } = {},
    ) => exchange(url, { method, path: `/${version}/perfiles/${taxId}/resumen${query}`, headers: { ...bearer(token), ...headers } });
    const data = async (taxId: string, version = 'v2') => JSON.parse((await read(taxId, { version })).text).data;
    return { corporationId: account.corporationId, read, data };
  };

  it('contains the stored sections, whole and in order, and its state in v2', async () => {
    const { corporationId, data } = await newClient();
    await stored.access({ corporationId, taxId: monitored });
    const v2 = await data(monitored);
    expect(Object.keys(v2)).toEqual(['taxId', 'activo', 'estado', 'subhelpers_fallidos', ...sections]);
    expect(v2).toMatchObject({
      taxId: monitored,
      activo: true,
      estado: 'partial',
      subhelpers_fallidos: ['protestos'],
      identificacion: { statusCode: 'SH10', data: content },
      boletin: { statusCode: 'SH20', data: {} },
    });
    const v1 = await data(monitored, 'v1');
    expect(Object.keys(v1).slice(0, 3)).toEqual(['taxId', 'activo', 'identificacion']);
    expect(v1).toMatchObject({ identificacion: content, laboral: { datos: 1 }, boletin: null, puntaje_riesgo_servicio: null });
    expect(v1).not.toHaveProperty('estado');
  });

  it('leaves out the sections that the plan excludes, and nothing else', async () => {
    const { corporationId, data } = await newClient();
    await stored.access({ corporationId, taxId: monitored, withheld: ['laboral', 'alerta_servicio'] });
    const [v1, v2] = [await data(monitored, 'v1'), await data(monitored)];
    expect(v2.laboral).toEqual({ statusCode: 'SH30', data: {} });
    expect(v2.alerta_servicio).toEqual({ statusCode: 'SH30', data: {} });
    expect(v2.identificacion.data).toEqual(content);
    expect([v1.laboral, v1.puntaje_riesgo_servicio, v1.identificacion]).toEqual([null, null, content]);
  });

  it('shows each corporation what it may see, even when many summaries are read at once', async () => {
    const [one, another] = [await newClient(), await newClient()];
    await stored.profile(fourth, 'succeeded', { identificacion: { razon_social: 'OTRA PRUEBA S.A.C.' } });
    await stored.access({ corporationId: one.corporationId, taxId: monitored });
    await stored.access({ corporationId: one.corporationId, taxId: fourth });
    await stored.access({ corporationId: another.corporationId, taxId: fourth, withheld: ['identificacion'] });
    const reads = Array.from({ length: 10 }, () => [one.data(monitored), one.data(fourth), another.data(fourth), another.read(monitored)]);
    for (const [first, second, withheld, refused] of await Promise.all(reads.map((four) => Promise.all(four)))) {
      expect([first.taxId, first.identificacion.data]).toEqual([monitored, content]);
      expect([second.taxId, second.identificacion.data]).toEqual([fourth, { razon_social: 'OTRA PRUEBA S.A.C.' }]);
      expect([withheld.taxId, withheld.identificacion]).toEqual([fourth, { statusCode: 'SH30', data: {} }]);
      expect(said(refused)).toEqual(noProfile);
    }
  });

  it('is loading, with the stored data, while the load of its corporation runs', async () => {
    const { corporationId, data } = await newClient();
    await stored.profile(other, null, { identificacion: content });
    await stored.access({ corporationId, taxId: other, state: 'pending' });
    await stored.access({ corporationId, taxId: third, state: 'pending' });
    const state = { activo: false, estado: 'loading', subhelpers_fallidos: [] };
    expect(await data(other)).toMatchObject({ ...state, identificacion: { statusCode: 'SH10' }, legal: { statusCode: 'SH20', data: {} } });
    expect(await data(third)).toMatchObject({ ...state, identificacion: { statusCode: 'SH20', data: {} } });
    expect(await data(third, 'v1')).toMatchObject({ activo: false, identificacion: null });
  });

  it('of a failed load shows the failure, and nothing that others have loaded since', async () => {
    const { corporationId, data } = await newClient();
    const [known, unknown] = ['20990000116', '20990000124'];
    await stored.profile(known, 'succeeded', { identificacion: content });
    await stored.failure(corporationId, known, ['trabajadores'], { laboral: 'SH51' });
    await stored.failure(corporationId, unknown, ['trabajadores']);
    // Billing refused it, so no source was asked.
    await stored.access({ corporationId, taxId: third, state: 'failed' });
    const failed = { activo: false, estado: 'failed', subhelpers_fallidos: ['trabajadores'] };
    const nothing = Object.fromEntries(sections.map((section) => [section, { statusCode: 'SH50', data: {} }]));
    expect(await data(known)).toMatchObject({ ...failed, ...nothing, laboral: { statusCode: 'SH51', data: {} } });
    expect(await data(known, 'v1')).toMatchObject({ activo: false, identificacion: null });
    expect(await data(unknown)).toMatchObject({ ...failed, ...nothing });
    expect(await data(third)).toMatchObject({ ...failed, ...nothing, subhelpers_fallidos: [] });
  });

  it('of a failed load stays the same, byte for byte, while others load the document and afterwards', async () => {
    const { corporationId, read } = await newClient();
    const taxId = '20990000132';
    await stored.profile(taxId, 'failed', {}, { failedSources: ['trabajadores'] });
    await stored.failure(corporationId, taxId, ['trabajadores'], { legal: 'SH40' });
    const first = await read(taxId);
    const set = (change: string) =>
      gateways.database.query(`UPDATE profiles.profile SET revision = revision + 1, updated_at = now(), ${change} WHERE tax_id = $1`, [
        taxId,
      ]);
    for (const change of [
      `fragments_v2[1] = '"identificacion":{"statusCode":"SH10","data":{"razon_social":"DE OTROS"}}'`,
      `estado = 'succeeded', failed_sources = '{}'`,
    ]) {
      await set(change);
      const again = await read(taxId);
      expect([again.text, again.headers.etag]).toEqual([first.text, first.headers.etag]);
      expect((await read(taxId, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(304);
    }
  });

  it('of a failed load shows the failure at once, while the rest of its list still loads', async () => {
    const { corporationId, read } = await newClient();
    const taxId = '20990000141';
    await stored.profile(taxId, 'succeeded', { identificacion: content });
    await stored.failure(corporationId, taxId, ['trabajadores'], { laboral: 'SH51' });
    const answersWhile = async (state: string) => {
      await gateways.database.query('UPDATE billing.access SET state = $2 WHERE corporation_id = $1', [corporationId, state]);
      return [await read(taxId), await read(taxId, { version: 'v1' })] as const;
    };
    const [[v2, v1], settled] = [await answersWhile('pending'), await answersWhile('failed')];
    expect(JSON.parse(v2.text).data).toMatchObject({
      activo: false,
      estado: 'failed',
      subhelpers_fallidos: ['trabajadores'],
      identificacion: { statusCode: 'SH50', data: {} },
      laboral: { statusCode: 'SH51', data: {} },
    });
    expect(JSON.parse(v1.text).data).toMatchObject({ activo: false, identificacion: null });
    expect(settled.map(({ text, headers }) => [text, headers.etag])).toEqual([v2, v1].map(({ text, headers }) => [text, headers.etag]));
    await stored.loading(corporationId, taxId);
    const awaited = { statusCode: 'SH20', data: {} };
    const again = { estado: 'loading', identificacion: awaited, laboral: awaited };
    expect(JSON.parse((await read(taxId)).text).data).toMatchObject(again);
    // The rest of the list still loads, so the request is not settled yet.
    await gateways.database.query(`UPDATE profiles.load_item SET state = 'loaded' WHERE tax_id = $1 AND state = 'loading'`, [taxId]);
    expect(JSON.parse((await read(taxId)).text).data).toMatchObject(again);
  });

  it('prefers the RUC to the CE with the same number, unless the CE is asked for', async () => {
    const { corporationId, read } = await newClient();
    await stored.profile(monitored, 'succeeded', { identificacion: { tipo_documento: 'CE' } }, { docType: 'CE' });
    await stored.access({ corporationId, taxId: monitored, docType: 'CE' });
    await stored.access({ corporationId, taxId: monitored, docType: 'RUC' });
    expect((await read(monitored)).text).toContain('"razon_social"');
    expect((await read(monitored, { query: '?docType=CE' })).text).toContain('"tipo_documento":"CE"');
  });

  it('passes over a RUC whose query has ended to the CE with the same number', async () => {
    const { corporationId, read, data } = await newClient();
    await stored.profile(third, 'succeeded', { identificacion: { tipo_documento: 'CE' } }, { docType: 'CE' });
    await stored.access({ corporationId, taxId: third, docType: 'CE' });
    await stored.access({ corporationId, taxId: third, docType: 'RUC', mode: 'query', expiresAt: ago(1_000) });
    expect(await data(third)).toMatchObject({ activo: true, identificacion: { data: { tipo_documento: 'CE' } } });
    expect(said(await read(third, { query: '?docType=RUC' }))).toEqual(noProfile);
  });

  describe('of a number that is two documents', () => {
    const [taxId, neverLoaded] = ['20991000012', '20991000021'];
    const today = () => `?fecha=${new Date(Date.now() - 5 * hour).toISOString().slice(0, 10)}`;
    const active = { activo: true, identificacion: { data: { tipo_documento: 'CE' } } };

    beforeAll(async () => {
      await stored.profile(taxId, 'succeeded', { identificacion: { tipo_documento: 'RUC' } });
      await stored.profile(taxId, 'succeeded', { identificacion: { tipo_documento: 'CE' } }, { docType: 'CE' });
      await stored.version(taxId, 'identificacion', { tipo_documento: 'CE' }, ago(10 * hour), [], 'CE');
    });

    const withCe = async (state: 'active' | 'pending' = 'active') => {
      const client = await newClient();
      const periods: [Date, null][] = state === 'active' ? [[ago(5 * hour), null]] : [];
      await stored.access({ corporationId: client.corporationId, taxId, docType: 'CE', state, periods });
      return client;
    };

    it('is that of the active CE if the load of the RUC has failed', async () => {
      const { corporationId, data, read } = await withCe();
      await stored.failure(corporationId, taxId, ['trabajadores']);
      expect(await data(taxId)).toMatchObject(active);
      expect(JSON.parse((await read(taxId, { query: '?docType=RUC' })).text).data).toMatchObject({ activo: false, estado: 'failed' });
    });

    it('is that of the active CE if monitoring of the RUC has ended, also with a day', async () => {
      const { corporationId, data, read } = await withCe();
      const periods: [Date, Date][] = [[ago(20 * hour), ago(1_000)]];
      await stored.access({ corporationId, taxId, expiresAt: ago(1_000), periods });
      expect(await data(taxId)).toMatchObject(active);
      expect(JSON.parse((await read(taxId, { query: today() })).text).data).toMatchObject(active);
      expect(JSON.parse((await read(taxId, { query: '?docType=RUC' })).text).data).toMatchObject({ activo: false });
    });

    it('is that of the CE from the beginning of its load', async () => {
      const { corporationId, data } = await withCe('pending');
      await stored.failure(corporationId, taxId, ['trabajadores']);
      await stored.loading(corporationId, taxId, 'CE');
      expect(await data(taxId)).toMatchObject({ estado: 'loading', identificacion: { statusCode: 'SH10' } });
    });

    it('is that of the CE from the beginning of its load, also if billing has opened no access for it, nor for the failed load of the RUC', async () => {
      const { corporationId, data, read } = await newClient();
      await stored.accepted(corporationId, taxId, 'RUC', ['trabajadores']);
      const failed = { activo: false, estado: 'failed', subhelpers_fallidos: ['trabajadores'] };
      expect(await data(taxId)).toMatchObject(failed);
      await stored.accepted(corporationId, taxId, 'CE');
      expect(await data(taxId)).toMatchObject({ activo: false, estado: 'loading', subhelpers_fallidos: [] });
      expect(JSON.parse((await read(taxId, { query: '?docType=RUC' })).text).data).toMatchObject(failed);
    });

    it('is that of the RUC if both loads have failed, or only the RUC was loaded', async () => {
      const [both, one] = [await newClient(), await newClient()];
      for (const { corporationId } of [both, one]) await stored.failure(corporationId, neverLoaded, ['trabajadores']);
      await stored.access({ corporationId: both.corporationId, taxId: neverLoaded, docType: 'CE', state: 'failed' });
      for (const { data } of [both, one])
        expect(await data(neverLoaded)).toMatchObject({ estado: 'failed', subhelpers_fallidos: ['trabajadores'] });
    });

    it('does not show the CE as loading while the RUC is updated by force', async () => {
      const { corporationId, read, data } = await withCe();
      await stored.access({ corporationId, taxId });
      await stored.updating(corporationId, taxId);
      expect(await data(taxId)).toMatchObject({ estado: 'loading' });
      expect(JSON.parse((await read(taxId, { query: '?docType=CE' })).text).data).toMatchObject({ estado: 'succeeded' });
    });

    it('does not show the failed RUC as loading while the CE is loaded', async () => {
      const { corporationId, read } = await withCe('pending');
      await stored.failure(corporationId, taxId, ['trabajadores']);
      await stored.loading(corporationId, taxId, 'CE');
      expect(JSON.parse((await read(taxId, { query: '?docType=RUC' })).text).data).toMatchObject({ estado: 'failed' });
    });
  });

  it('is not found once a query has ended, with or without a day, or by another corporation', async () => {
    const [client, stranger] = [await newClient(), await newClient()];
    await stored.access({
      corporationId: client.corporationId,
      taxId: monitored,
      mode: 'query',
      expiresAt: ago(1_000),
      periods: [[ago(48 * hour), ago(1_000)]],
    });
    const today = `?fecha=${new Date(Date.now() - 5 * hour).toISOString().slice(0, 10)}`;
    const refused = [
      await client.read(monitored),
      await client.read(monitored, { query: today }),
      await stranger.read(monitored),
      await stranger.read(third),
    ];
    expect(refused.map(said)).toEqual(refused.map(() => noProfile));
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  });

  it.each(['gzip', 'br', 'identity'])('has the same headers for HEAD as for GET, to a client that accepts %s', async (encoding) => {
    const { corporationId, read } = await newClient();
    await stored.access({ corporationId, taxId: monitored });
    const headersOf = async (method: string) => {
      const { headers } = await read(monitored, { method, headers: { 'accept-encoding': encoding } });
      const { 'content-encoding': encoded, 'content-length': length, 'content-type': type, vary, etag } = headers;
      return { encoded, length, type, vary, etag };
    };
    const get = await headersOf('GET');
    expect(get).toMatchObject({ encoded: encoding === 'identity' ? undefined : encoding, vary: 'accept-encoding' });
    expect(await headersOf('HEAD')).toEqual(get);
  });

  describe('that the client already has', () => {
    it('is not sent again until something changes', async () => {
      const { corporationId, read } = await newClient();
      await stored.access({ corporationId, taxId: monitored });
      const first = await read(monitored);
      const etag = String(first.headers.etag);
      expect(first.headers).toMatchObject({
        etag: expect.stringMatching(/^W\/"/),
        vary: 'accept-encoding',
        'cache-control': 'private, no-cache',
      });
      const again = await read(monitored, { headers: { 'if-none-match': `"x", ${etag}` } });
      expect([again.status, again.text, again.headers.etag, again.headers.vary]).toEqual([304, '', etag, 'accept-encoding']);
      const head = await read(monitored, { method: 'HEAD', headers: { 'if-none-match': etag } });
      expect([head.status, head.headers.etag, head.headers['content-length']]).toEqual([304, etag, undefined]);
      expect((await read(monitored, { version: 'v1', headers: { 'if-none-match': etag } })).status).toBe(200);

      for (const change of [
        `UPDATE billing.access SET withheld_sections = '{legal}' WHERE corporation_id = $1`,
        `UPDATE billing.access SET state = 'pending' WHERE corporation_id = $1`,
        `UPDATE billing.access SET state = 'active' WHERE corporation_id = $1`,
        // A failover lost the version that the client has, and its revision was written anew.
        `UPDATE profiles.profile SET updated_at = updated_at + interval '1 ms' WHERE $1::uuid IS NOT NULL`,
      ]) {
        const { headers } = await read(monitored);
        await gateways.database.query(change, [corporationId]);
        expect((await read(monitored, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(200);
      }
    });

    it('has a tag that reveals neither the number of loads by others nor, during the first load, their time', async () => {
      const { corporationId, read } = await newClient();
      const taxId = '20990000159';
      await stored.profile(taxId, 'succeeded', { identificacion: content });
      await stored.access({ corporationId, taxId, state: 'pending' });
      const write = (revision: number) =>
        gateways.database.query('UPDATE profiles.profile SET revision = $2, updated_at = clock_timestamp() WHERE tax_id = $1', [
          taxId,
          revision,
        ]);
      const pending = [];
      for (const revision of [412, 413]) {
        await write(revision);
        pending.push((await read(taxId)).headers.etag);
      }
      expect(pending[1]).toBe(pending[0]);
      await gateways.database.query(`UPDATE billing.access SET state = 'active' WHERE corporation_id = $1`, [corporationId]);
      const { headers } = await read(taxId);
      expect(headers.etag).not.toContain('.413.');
    });

    it('is still not found by a client that may not read it', async () => {
      const { read } = await newClient();
      expect((await read(monitored, { headers: { 'if-none-match': '*' } })).status).toBe(404);
    });
  });

  describe('that is large', () => {
    it.each([
      ['br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ])('is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
      const { corporationId, read } = await newClient();
      await stored.access({ corporationId, taxId: monitored });
      const plain = await read(monitored);
      const { headers, bytes } = await read(monitored, { headers: { 'accept-encoding': accepted } });
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag: plain.headers.etag });
      expect(bytes.length).toBeLessThan(Buffer.byteLength(plain.text) / 2);
      expect(decompress(bytes).toString('utf8')).toBe(plain.text);
    });

    it.each([undefined, 'identity', 'deflate', 'br;q=0'])('is sent uncompressed to a client that accepts %s', async (accepted) => {
      const { corporationId, read } = await newClient();
      await stored.access({ corporationId, taxId: monitored });
      const { headers, text } = await read(monitored, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(JSON.parse(text).data.taxId).toBe(monitored);
    });
  });

  it('that does not exist gets an answer that is too small to compress', async () => {
    const { read } = await newClient();
    const { headers } = await read(monitored, { headers: { 'accept-encoding': 'br' } });
    expect(headers).not.toHaveProperty('content-encoding');
  });
});
