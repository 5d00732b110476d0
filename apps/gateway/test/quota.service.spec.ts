import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshRucs, livingSystem, todayInLima } from '@vigia/testing';
import { parse } from 'csv-parse/sync';
import { openGateways, waitingForLoads, type Gateways } from './running/gateways.js';
import { bearer } from './requests/calls.js';
import { exchange } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const quotaMonths = 40;
const limaOffsetMs = 5 * 3_600_000;

function limaDay(monthsAhead = 0): string {
  const now = new Date(Date.now() - limaOffsetMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, now.getUTCDate())).toISOString().slice(0, 10);
}

/** The last day of the month that is this many months ahead. */
function endOfMonth(monthsAhead: number): string {
  const now = new Date(Date.now() - limaOffsetMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead + 1, 0)).toISOString().slice(0, 10);
}

describe('the quota of a corporation', () => {
  let gateways: Gateways;
  /** Documents that nobody was charged for yet. */
  let first: string;
  let second: string;
  let url: string;
  let token: string;
  let contractId: string;
  /** The headers of the answer to the load. */
  let loaded: Record<string, string | undefined>;
  const terms = { kind: 'one_time', quotaMonths, startsOn: '2020-01-01', endsOn: '2098-12-31', documentPriceCents: 1_005 } as const;

  beforeAll(async () => {
    await todayInLima({ minutesLeft: 3 });
    gateways = await openGateways(await livingSystem(import.meta.url));
    [first, second] = freshRucs(2) as [string, string];
    url = await gateways.start({ environment: waitingForLoads });
    const account = await gateways.operator.createAccount();
    contractId = await gateways.operator.createContract(account.corporationId, terms);
    token = await obtainToken(url, account);
  }, 600_000);

  afterAll(() => gateways?.stop());

  const get = async (path: string, as = token, more: Record<string, string> = {}) => {
    const { status, text, headers } = await exchange(url, { path, headers: { ...bearer(as), ...more } });
    return { status, text, headers, body: (headers['content-type']?.includes('json') ? JSON.parse(text) : undefined) as { data: never } };
  };
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const sent = { ...bearer(token), 'content-type': 'application/json', ...more };
    const { status, text, headers } = await exchange(url, { method: 'POST', path, headers: sent, body: JSON.stringify(body) });
    if (more['idempotency-key']) loaded = headers;
    return { status, body: JSON.parse(text) as { message?: string; data: Record<string, unknown> } };
  };

  it('is not changed by a preview, and then moves as previewed', async () => {
    const body = { taxIds: [first, second], docType: 'RUC', months: 3 };
    const previewed = await post('/v2/perfiles/cargar-masivo/simular', body);
    const vence = endOfMonth(2);
    const document = {
      accion: 'cargar',
      motivo: null,
      meses_devueltos: 0,
      meses_descontados: 3,
      vence,
      vence_en: expect.stringMatching(/T05:00:00.000Z$/),
    };
    expect(previewed).toMatchObject({
      status: 200,
      body: {
        statusCode: 200,
        data: {
          plan: 'pago_unico',
          rechazo: null,
          documentos: [
            { taxId: first, ...document },
            { taxId: second, ...document },
          ],
          meses_descontados: 6,
          cuota_antes: quotaMonths,
          cuota_despues: quotaMonths - 6,
          cargo_maximo: { documentos: 2, importe: 20.1 },
        },
      },
    });
    expect(await post('/v2/perfiles/cargar-masivo/simular', body)).toEqual(previewed);
    expect((await get('/v2/cuota/estado-de-cuenta')).body.data).toMatchObject({ saldo_final: { disponible: quotaMonths, reservada: 0 } });
    expect((await post('/v2/perfiles/cargar-masivo', body, { 'idempotency-key': 'carga-0001' })).status).toBe(200);
    const again = await post('/v2/perfiles/cargar-masivo/simular', body);
    expect(again.body.data).toMatchObject({ meses_descontados: 0, cuota_antes: quotaMonths - 6 });
    expect(again.body.data.documentos).toContainEqual(
      expect.objectContaining({ taxId: first, accion: 'ninguna', motivo: 'the profile is in your portfolio already' }),
    );
  });

  it('explains in a preview why a load would be refused', async () => {
    const refusal = (motivo: string) => ({ status: 200, body: { data: { rechazo: { motivo } } } });
    const asked = { taxId: '20990000043', docType: 'RUC' };
    expect(await post('/v2/perfiles/cargar/simular', { ...asked, months: 12 })).toMatchObject({ body: { data: { rechazo: null } } });
    const many = Array.from({ length: 12 }, (_, i) => `9999000${i}`.slice(-8).padStart(8, '9'));
    const bulk = { taxIds: [...new Set(many)], docType: 'DNI', months: 12 };
    expect(await post('/v2/perfiles/cargar-masivo/simular', bulk)).toMatchObject(
      refusal(
        'monitoring 12 profiles for 12 months takes 144 months of quota; 34 are available: up to 2 months each, or 2 profiles for 12 months',
      ),
    );
    expect(await post('/v2/perfiles/cargar/simular', { taxId: '20990000010', docType: 'RUC' })).toMatchObject({ status: 400 });
  });

  it('has a statement with the rule and balance of each line, whose pages join', async () => {
    const { body } = await get('/v2/cuota/estado-de-cuenta');
    const { contrato, inicio, fin, lineas, saldo_inicial, saldo_final, siguiente } = body.data as Record<string, unknown>;
    expect({ contrato, inicio, fin, siguiente }).toEqual({
      contrato: contractId,
      inicio: terms.startsOn,
      fin: terms.endsOn,
      siguiente: null,
    });
    const entries = lineas as { linea: number; tipo: string; meses: number; regla: string; saldo: Record<string, number> }[];
    expect(entries.map(({ tipo, meses }) => [tipo, meses])).toEqual([
      ['Otorgamiento', quotaMonths],
      ['Reserva', -3],
      ['Reserva', -3],
      ['Consumo', 0],
      ['Consumo', 0],
    ]);
    expect(entries[2]).toMatchObject({ regla: 'Perfiles por meses', saldo: { disponible: 34, reservada: 6, consumida: 0 } });
    expect(saldo_inicial).toEqual({ otorgada: 0, disponible: 0, reservada: 0, consumida: 0 });
    expect(saldo_final).toEqual(entries.at(-1)!.saldo);
    const later = await get(`/v2/cuota/estado-de-cuenta?contrato=${contractId}&desde_linea=${entries[3]!.linea}`);
    expect(later.body.data).toMatchObject({ saldo_inicial: entries[3]!.saldo, lineas: [{ linea: entries[4]!.linea }] });
  });

  it('is exported as CSV, also by Accept: text/csv, with the request, call and credential of each line', async () => {
    const { headers, text } = await get('/v2/cuota/estado-de-cuenta?formato=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect((await get('/v2/cuota/estado-de-cuenta', token, { accept: 'text/csv' })).text).toBe(text);
    const both = await get('/v2/cuota/estado-de-cuenta?formato=json', token, { accept: 'text/csv' });
    expect([both.headers['content-type'], both.headers.vary]).toEqual([
      expect.stringContaining('application/json'),
      expect.stringContaining('accept'),
    ]);
    const lines: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const call = { solicitud: loaded['x-request-id'], correlacion: loaded['x-correlation-id'], idempotency_key: 'carga-0001' };
    for (const line of lines.slice(2, -1)) {
      expect(line).toMatchObject({ operacion: 'Carga', ...call, autor: expect.stringMatching(/^credencial ./) });
    }
    const charges = await get(`/v2/cuota/cargos?desde=${limaDay(-1)}&hasta=${limaDay()}&formato=csv&contrato=${contractId}`);
    const [charge] = parse(charges.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(charge).toMatchObject({ ...call, importe: '10.05', contrato: contractId, autor: expect.stringMatching(/^credencial ./) });
  });

  it('includes the charges of new documents, to the cent', async () => {
    const { body } = await get(`/v2/cuota/cargos?desde=${limaDay(-1)}&hasta=${limaDay()}`);
    const { cargos, total } = body.data as { cargos: { taxId: string; importe: number }[]; total: number };
    expect(cargos.map(({ taxId, importe }) => [taxId, importe])).toEqual(
      expect.arrayContaining([
        [first, 10.05],
        [second, 10.05],
      ]),
    );
    expect(cargos).toHaveLength(2);
    expect(total).toBe(20.1);
  });

  it('is forecast to the end of the contract', async () => {
    const { body } = await get('/v2/cuota/pronostico');
    expect(body.data).toMatchObject({ contrato: contractId, fin: terms.endsOn, cuota: { disponible: 34, consumida: 6 } });
    const { meses } = body.data as { meses: { perfiles: number; vencen: number }[] };
    expect(meses.slice(0, 4).map(({ perfiles, vencen }) => [perfiles, vencen])).toEqual([
      [2, 0],
      [2, 0],
      [2, 2],
      [0, 0],
    ]);
  });

  it('is hidden from another corporation', async () => {
    const stranger = await obtainToken(url, await gateways.operator.createCustomer('monthly'));
    expect((await get(`/v2/cuota/estado-de-cuenta?contrato=${contractId}`, stranger)).status).toBe(404);
    expect((await get('/v2/cuota/pronostico', stranger)).body.data).toBeNull();
    expect((await get('/v2/cuota/alertas', stranger)).body.data).toEqual([]);
    expect((await get(`/v2/cuota/cargos?desde=2020-01-01&hasta=2099-12-31`, stranger)).body.data).toMatchObject({ cargos: [], total: 0 });
    expect((await get(`/v2/cuota/cargos?desde=2020-01-01&hasta=2099-12-31&contrato=${contractId}`, stranger)).status).toBe(404);
  });

  it.each([
    ['estado-de-cuenta?desde_linea=x', 'desde_linea must be the siguiente of an earlier page'],
    ['estado-de-cuenta?formato=pdf', 'formato must be json or csv'],
    ['estado-de-cuenta?separador=tab', 'separador must be coma or punto_y_coma'],
    ['estado-de-cuenta?desde=2026-02-30', 'desde must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
    ['cargos?desde=2026-03-01&hasta=2026-03-02&desde_cargo=x', 'desde_cargo must be the siguiente of an earlier page'],
    ['cargos?desde=2026-02-30&hasta=2026-03-01', 'desde must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
    ['cargos?desde=2026-03-02&hasta=2026-03-01', 'desde must not be after hasta'],
    ['cargos', 'desde is missing; desde must be a day, written YYYY-MM-DD, from 1900-01-01 to 2200-12-31'],
  ])('refuses the query %s', async (path, message) => {
    expect(await get(`/v2/cuota/${path}`)).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request', message } });
  });
});
