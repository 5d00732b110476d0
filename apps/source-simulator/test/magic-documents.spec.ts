import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceNames, sourcesOf, type DocType, type SourceName } from '@vigia/contracts';
import { magicDocuments, type MagicDocument } from '../src/domain/magic-documents.js';
import { simulatorAt, someDay, type Answer, type Asked } from './asking.js';

const listed = JSON.parse(readFileSync(new URL('./fixtures/magic-documents.json', import.meta.url), 'utf8')) as {
  taxId: string;
  docType: DocType;
  code: string;
}[];

let simulator: Asked;
beforeAll(async () => {
  simulator = await simulatorAt(someDay);
});
afterAll(() => simulator.close());
beforeEach(() => simulator.call('DELETE', '/control'));

function ask(code: string, source: SourceName): Promise<Answer> {
  const { taxId, docType } = listed.find((document) => document.code === code)!;
  return simulator.ask(source, taxId, docType);
}
const dataOf = async (code: string, source: SourceName) => (await ask(code, source)).body.data;
const statusesOf = (code: string) => Promise.all(sourceNames.map(async (source) => [source, (await ask(code, source)).status] as const));
const latestReport = async (code: string) => (await dataOf(code, 'deuda_financiera')).reportes.at(-1);
async function expectOnlyBankDebt(code: string): Promise<void> {
  for (const { deudas } of (await dataOf(code, 'deuda_coactiva')).cortes) expect(deudas).toEqual([]);
  const withoutData = [
    'deuda_vencida',
    'protestos',
    'deuda_laboral',
    'resoluciones_laborales',
    'morosos_judiciales',
    'edictos_judiciales',
  ] as const;
  for (const source of withoutData) expect([source, await dataOf(code, source)]).toEqual([source, null]);
  expect((await dataOf(code, 'boletin_concursal')).listado).toBe(false);
  expect((await dataOf(code, 'listas_compliance')).coincidencias).toEqual([]);
  expect((await dataOf(code, 'identificacion')).omisiones_tributarias).toEqual([]);
}
const eventsSince = (data: { [list: string]: { fecha: string }[] }, year: string) =>
  Object.values(data)
    .flat()
    .filter(({ fecha }) => fecha.endsWith(year)).length;
const owedIn = (data: { deudas: { periodo: string; monto: number }[] }, periodo: string) =>
  data.deudas.filter((debt) => debt.periodo === periodo).reduce((sum, debt) => sum + debt.monto, 0);

it('the simulator plays every listed magic document', () => {
  expect(magicDocuments.map(({ taxId, docType, code }) => ({ taxId, docType, code }))).toEqual(
    listed.map(({ taxId, docType, code }) => ({ taxId, docType, code })),
  );
});

describe('the list of magic documents', () => {
  const expected = magicDocuments.map(({ docType, taxId, code, about }) => [docType, taxId, code, about]);

  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const ofReadme = [...read('../README.md').matchAll(/^\| (RUC|DNI|CE) .*\|$/gm)].map(([row]) => row.split('|').map((cell) => cell.trim()));

  it('matches the README', () => {
    expect(ofReadme.map((cells) => cells.slice(1, 5))).toEqual(expected);
  });

  it('says "202 or 502" in the README exactly for documents that exceed the default source timeout', () => {
    const usualMs = Number(/`VIGIA_SOURCE_TIMEOUT_MS` *\| `(\d+)`/.exec(read('../../../docs/settings.md'))![1]);
    const isLate = ({ casting: { delayMs = 0, script } }: MagicDocument) =>
      delayMs >= usualMs || sourceNames.every((source) => script?.(source, 0) === 'timeout');
    const late = magicDocuments.filter(isLate).map(({ code }) => code);
    expect(ofReadme.filter((cells) => cells[5] === '202 or 502').map((cells) => cells[3])).toEqual(late);
  });

  it('matches the page at the root of the simulator', async () => {
    const { headers, text } = await simulator.call('GET', '/');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const rows = [...text.matchAll(/<tr>(<td>.*)<\/tr>/g)].map(([, row]) =>
      row!.replace(/<\/?code>/g, '`').matchAll(/<td>(?:<a [^>]*>)?(.*?)(?:<\/a>)?<\/td>/g),
    );
    expect(rows.map((cells) => [...cells].map(([, cell]) => cell))).toEqual(expected);
  });
});

describe('magic documents of risk levels:', () => {
  it('CLEAN has ordinary data and no overdue debt, entry or hit', async () => {
    expect(await latestReport('CLEAN')).toMatchObject({ sal_nor: 100, sal_per: 0 });
    const answered = [
      'identificacion',
      'representantes_legales',
      'deuda_coactiva',
      'importaciones',
      'trabajadores',
      'score_tercero',
    ] as const;
    for (const source of answered) expect(await dataOf('CLEAN', source)).not.toBeNull();
    await expectOnlyBankDebt('CLEAN');
  });

  it('LOW has debt rated CPP and a small debt in enforced collection', async () => {
    expect(await latestReport('LOW')).toMatchObject({ sal_per: 0, sal_dud: 0, sal_def: 0 });
    expect((await latestReport('LOW')).sal_cpp).toBeGreaterThan(20);
    const { deudas } = (await dataOf('LOW', 'deuda_coactiva')).cortes.at(-1);
    const owed = deudas.reduce((sum: number, debt: { monto_deuda: number }) => sum + debt.monto_deuda, 0);
    expect(owed).toBeCloseTo(1_800, 1);
  });

  it('MEDIUM has all its debt rated DEF, 45 days overdue', async () => {
    const report = await latestReport('MEDIUM');
    expect(report.sal_def).toBe(100);
    expect(new Set(report.saldos.map((row: { dias_vencidos: number }) => row.dias_vencidos))).toEqual(new Set([45]));
  });

  it('HIGH has all its debt 210 days overdue, rated PER, in court and written off, and no other debt, entry or hit', async () => {
    const report = await latestReport('HIGH');
    expect(report.sal_per).toBe(100);
    expect(new Set(report.saldos.map((row: { dias_vencidos: number }) => row.dias_vencidos))).toEqual(new Set([210]));
    const kinds = report.saldos.map((row: { cuenta: string }) => row.cuenta.slice(0, 4));
    expect(kinds).toEqual(expect.arrayContaining(['1415', '1416', '8113']));
    await expectOnlyBankDebt('HIGH');
  });

  it('CRITICAL has every kind of debt and event, and an insolvency procedure', async () => {
    expect((await latestReport('CRITICAL')).sal_per).toBe(100);
    expect((await dataOf('CRITICAL', 'deuda_coactiva')).cortes.at(-1).deudas).not.toEqual([]);
    expect((await dataOf('CRITICAL', 'morosos_judiciales')).registros).toMatchObject([{ registro: 'REDJUM', monto: 72_000 }]);
    expect(owedIn(await dataOf('CRITICAL', 'deuda_laboral'), '2026-10')).toBeCloseTo(64_000, 1);
    expect(owedIn(await dataOf('CRITICAL', 'deuda_vencida'), '2026-10')).toBeCloseTo(40_000, 1);
    for (const source of ['protestos', 'edictos_judiciales', 'resoluciones_laborales'] as const) {
      expect(eventsSince(await dataOf('CRITICAL', source), '/2026')).toBeGreaterThan(0);
    }
    expect(await dataOf('CRITICAL', 'boletin_concursal')).toMatchObject({ listado: true, procedimiento: { estado: 'EN TRAMITE' } });
  });

  it('NO_HABIDO is struck off the tax registry and has omissions', async () => {
    const registry = await dataOf('NO_HABIDO', 'identificacion');
    expect(registry).toMatchObject({ estado_contribuyente: 'BAJA DE OFICIO', condicion_contribuyente: 'NO HABIDO' });
    expect(registry.omisiones_tributarias).toHaveLength(4);
  });
});

describe('magic documents on lists:', () => {
  it('SANCTIONED has a hit on its own document', async () => {
    const { coincidencias } = await dataOf('SANCTIONED', 'listas_compliance');
    expect(coincidencias).toMatchObject([
      { tema: 'sancion', sujeto: 'titular', documento: { tipo: 'RUC', numero: '20990000060' }, similitud: 1 },
    ]);
  });

  it('PEP_REP has an exposed person among its representatives', async () => {
    const [hit] = (await dataOf('PEP_REP', 'listas_compliance')).coincidencias;
    expect(hit).toMatchObject({ tema: 'pep', sujeto: 'representante' });
    const { representantes } = await dataOf('PEP_REP', 'representantes_legales');
    expect(representantes.map((one: { numero_documento: string }) => one.numero_documento)).toContain(hit.documento.numero);
  });

  it('NAME_ALIKE has a hit of low similarity without a document', async () => {
    const [hit] = (await dataOf('NAME_ALIKE', 'listas_compliance')).coincidencias;
    expect(hit.documento).toBeNull();
    expect(hit.similitud).toBeLessThan(0.85);
    expect(hit.nombre_listado).not.toBe(hit.nombre_consultado);
  });
});

describe('magic documents that fail:', () => {
  it('NOT_FOUND is unknown to the registry and has no data in any other source', async () => {
    const unknown = { status: 404, body: { error: 'unknown_taxpayer' } };
    for (const source of sourceNames) {
      const expected = source === 'identificacion' ? unknown : { status: 200, body: { simulated: true, data: null } };
      expect([source, await ask('NOT_FOUND', source)]).toMatchObject([source, expected]);
    }
  });

  it('NO_INFO has no data in any source', async () => {
    for (const source of sourceNames)
      expect(await ask('NO_INFO', source)).toMatchObject({ status: 200, body: { simulated: true, data: null } });
  });

  it.each([
    ['PARTIAL_ONE', sourcesOf('finanzas')],
    ['PARTIAL_MANY', [...sourcesOf('finanzas'), ...sourcesOf('judicial'), ...sourcesOf('laboral')]],
    ['ALL_FAIL', sourceNames],
  ])('%s fails in exactly the intended sources', async (code, failing) => {
    for (const [source, status] of await statusesOf(code)) expect([source, status]).toEqual([source, failing.includes(source) ? 500 : 200]);
  });

  it('ALL_FAIL alternates between 500 and 503', async () => {
    const answers = [await ask('ALL_FAIL', 'protestos'), await ask('ALL_FAIL', 'protestos'), await ask('ALL_FAIL', 'protestos')];
    expect(answers.map(({ status }) => status)).toEqual([500, 503, 500]);
    for (const { body } of answers) expect(body).toEqual({ error: 'source_failed' });
  });

  it('FLAKY fails twice per source, then succeeds, and repeats this', async () => {
    for (const source of ['identificacion', 'protestos'] as const) {
      const statuses = [];
      for (let call = 0; call < 6; call += 1) statuses.push((await ask('FLAKY', source)).status);
      expect(statuses).toEqual([500, 503, 200, 503, 500, 200]);
    }
  });

  it('RATE_LIMITED answers 429 with Retry-After once, then 200', async () => {
    const limited = await ask('RATE_LIMITED', 'trabajadores');
    expect(limited).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(limited.headers.get('retry-after')).toMatch(/^[0-9]+$/);
    expect((await ask('RATE_LIMITED', 'trabajadores')).status).toBe(200);
  });

  it('BAD_PAYLOAD answers with broken JSON, then an HTML page, then renamed fields', async () => {
    const first = await ask('BAD_PAYLOAD', 'identificacion');
    const second = await ask('BAD_PAYLOAD', 'identificacion');
    const third = await ask('BAD_PAYLOAD', 'identificacion');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('content-type')).toContain('application/json');
    expect(second.headers.get('content-type')).toContain('text/html');
    expect([first.body, second.body]).toEqual([undefined, undefined]);
    expect(third.body.data).toMatchObject({ numero_ruc_nuevo: '20990000191' });
    expect(third.body.data.numero_ruc).toBeUndefined();
  });

  it('NOT_CONTRACTED answers 403 in the labour sources only', async () => {
    for (const [source, status] of await statusesOf('NOT_CONTRACTED')) {
      expect([source, status]).toEqual([source, sourcesOf('laboral').includes(source) ? 403 : 200]);
    }
    expect((await ask('NOT_CONTRACTED', 'trabajadores')).body).toEqual({ error: 'not_contracted' });
  });

  it.each(sourceNames)('HANG gets no answer from %s', async (source: SourceName) => {
    const giveUp = AbortSignal.timeout(150);
    await expect(fetch(`${simulator.url}/sources/${source}/RUC/20990000175`, { signal: giveUp })).rejects.toThrow(/timeout/);
  });

  it.each([
    ['SLOW_5S', 50],
    ['SLOW_45S', 450],
  ])('%s answers after its scaled delay', async (code, scaledMs) => {
    const start = performance.now();
    expect((await ask(code, 'boletin_concursal')).status).toBe(200);
    // Timers count in whole milliseconds and may be one early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(scaledMs - 2);
  });
});

describe('magic documents with unusual data:', () => {
  it('TRADER imports and exports in all three windows', async () => {
    for (const source of ['importaciones', 'exportaciones'] as const) {
      const { corte, operaciones } = await dataOf('TRADER', source);
      expect(corte).toBe('2026-10');
      const windows = [
        ['2023-11', '2024-10'],
        ['2024-11', '2025-10'],
        ['2025-11', '2026-10'],
      ] as const;
      for (const [from, to] of windows) {
        const months = operaciones.map((row: { periodo: string }) => row.periodo).filter((month: string) => month >= from && month <= to);
        expect(new Set(months).size).toBeGreaterThan(9);
      }
    }
    expect((await dataOf('TRADER', 'identificacion')).actividad_comercio_exterior).toBe('IMPORTADOR/EXPORTADOR');
  });

  it('TRADE_PENDING imports and exports, and neither is computed yet', async () => {
    for (const source of ['importaciones', 'exportaciones'] as const) {
      expect([source, await dataOf('TRADE_PENDING', source)]).toMatchObject([
        source,
        { pendiente_de_calculo: true, corte: null, operaciones: [] },
      ]);
    }
    expect((await dataOf('TRADE_PENDING', 'identificacion')).actividad_comercio_exterior).toBe('IMPORTADOR/EXPORTADOR');
  });

  it('TRADE_NO_FX lacks an exchange rate in every window', async () => {
    const { tipos_cambio } = await dataOf('TRADE_NO_FX', 'exportaciones');
    const missing = tipos_cambio.filter((rate: { promedio: number | null }) => rate.promedio === null);
    expect(missing.map((rate: { periodo: string }) => rate.periodo)).toEqual(['2024-05', '2025-05', '2026-05']);
  });

  it('LEGACY_FINANZAS has a distribution without balances', async () => {
    const { reportes } = await dataOf('LEGACY_FINANZAS', 'deuda_financiera');
    expect(reportes).toMatchObject([{ sal_nor: 100, saldos: null }]);
  });

  it('DRIFTS gets a worse rating and another last representative with each call', async () => {
    const reports = [await latestReport('DRIFTS'), await latestReport('DRIFTS'), await latestReport('DRIFTS')];
    expect(reports.map(({ sal_nor, sal_cpp, sal_def }) => [sal_nor, sal_cpp, sal_def])).toEqual([
      [100, 0, 0],
      [0, 100, 0],
      [0, 0, 100],
    ]);
    const first = (await dataOf('DRIFTS', 'representantes_legales')).representantes;
    const second = (await dataOf('DRIFTS', 'representantes_legales')).representantes;
    expect(second.slice(0, -1)).toEqual(first.slice(0, -1));
    expect(second.at(-1).numero_documento).not.toBe(first.at(-1).numero_documento);
  });

  it('HUGE has 200 different representatives, 500 guarantors and 3,000 guaranteed, 100 activities and 24 lenders, below 4 MiB', async () => {
    const { representantes } = await dataOf('HUGE', 'representantes_legales');
    const { vinculos } = await dataOf('HUGE', 'codeudores_avales');
    const documentsOf = (people: { numero_documento: string }[]) => new Set(people.map(({ numero_documento }) => numero_documento));
    const linked = (to: string) => vinculos.filter((link: { direccion: string }) => link.direccion === to);
    expect(documentsOf(representantes).size).toBe(200);
    expect([linked('a_favor').length, linked('como_garante').length]).toEqual([500, 3_000]);
    expect(documentsOf(vinculos.map((link: { contraparte: { numero_documento: string } }) => link.contraparte)).size).toBe(3_500);
    expect((await dataOf('HUGE', 'identificacion')).actividades_economicas).toHaveLength(100);
    expect(new Set((await latestReport('HUGE')).saldos.map((row: { entidad: string }) => row.entidad)).size).toBe(24);
    const sizes = await Promise.all(sourceNames.map(async (source) => Buffer.byteLength((await ask('HUGE', source)).text)));
    expect(Math.max(...sizes)).toBeLessThan(4 * 1024 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1024 * 1024);
  });

  it('UNICODE has a name of over 500 characters in several scripts', async () => {
    const { nombre_o_razon_social: name } = await dataOf('UNICODE', 'identificacion');
    expect(name.length).toBeGreaterThan(500);
    for (const difficult of ['Ñ', 'ó', 'ü', '&', '"', "'", '–']) expect(name).toContain(difficult);
    for (const kind of [/[\u{10000}-\u{10FFFF}]/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u, /\p{M}/u]) expect(name).toMatch(kind);
    expect(name).not.toMatch(/\p{Emoji_Presentation}|\p{Cc}/u);
  });

  it('GUARANTOR has guarantors and guarantees others, with missing amounts and masked documents', async () => {
    const { vinculos } = await dataOf('GUARANTOR', 'codeudores_avales');
    const directions = vinculos.map((link: { direccion: string }) => link.direccion);
    expect(directions.filter((one: string) => one === 'a_favor')).toHaveLength(6);
    expect(directions.filter((one: string) => one === 'como_garante')).toHaveLength(5);
    expect(vinculos.some((link: { monto: number | null }) => link.monto === null)).toBe(true);
    expect(vinculos.some((link: { contraparte: { numero_documento: string } }) => link.contraparte.numero_documento.includes('*'))).toBe(
      true,
    );
    for (const { rol, calificacion } of vinculos) expect(calificacion === null).toBe(rol === 'codeudor');
  });
});

describe('magic documents of people:', () => {
  it('DNI_WITH_RUC has a RUC; DNI_NO_RUC does not', async () => {
    expect(await dataOf('DNI_WITH_RUC', 'identificacion')).toMatchObject({
      tipo_documento: 'DNI',
      numero_ruc: '10999900017',
      estado_contribuyente: 'ACTIVO',
    });
    expect(await dataOf('DNI_NO_RUC', 'identificacion')).toMatchObject({ numero_ruc: null, estado_contribuyente: null });
  });

  it('DNI_REDAM owes alimony under its DNI and under its RUC', async () => {
    expect((await dataOf('DNI_REDAM', 'morosos_judiciales')).registros).toMatchObject([{ registro: 'REDAM', hasta: null }]);
    expect((await simulator.ask('morosos_judiciales', '10999900033')).body.data.registros).toMatchObject([{ registro: 'REDAM' }]);
  });

  it.each(['CE_OK', 'CE_SHORT'])('%s is a foreign resident', async (code) => {
    const registry = await dataOf(code, 'identificacion');
    expect(registry).toMatchObject({ tipo_documento: 'CE', numero_ruc: null });
    expect(registry.persona.apellido_paterno).toEqual(expect.any(String));
    expect(await dataOf(code, 'representantes_legales')).toBeNull();
  });
});
