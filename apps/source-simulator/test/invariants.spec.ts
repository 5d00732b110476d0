import { describe, expect, it } from '@jest/globals';
import { rucOfDni, type Document, type SourceName } from '@vigia/contracts';
import { Inquiry } from '../src/domain/inquiry.js';
import { monthOf, monthText, monthsUpTo } from '../src/domain/month.js';
import { ratingFor } from '../src/domain/rating.js';
import { taxpayerOf } from '../src/domain/taxpayer.js';
import { World } from '../src/domain/world.js';
import { generators } from '../src/sources/generators.js';
import type { LenderBalance } from '../src/sources/finanzas/balances.js';
import { companies, people } from './population.js';

const world = new World('vigia');
const november = monthOf(2026, 11);

interface Report {
  sal_nor: number;
  sal_cpp: number;
  sal_def: number;
  sal_dud: number;
  sal_per: number;
  saldos: LenderBalance[];
}

function told<T>(source: SourceName, document: Document): T | null {
  return generators[source](new Inquiry(world, taxpayerOf(world, document, 0), source, november)) as T | null;
}

function allTold<T>(source: SourceName, documents = [...companies, ...people]): T[] {
  const answers = documents.map((document) => told<T>(source, document)).filter((answer) => answer !== null);
  expect(answers.length).toBeGreaterThan(0);
  return answers;
}

const direct = /^14(?:11|14|15|16|18)/;
const distribution = (report: Report) => [report.sal_nor, report.sal_cpp, report.sal_def, report.sal_dud, report.sal_per];

describe('the credit report', () => {
  const reports = allTold<{ reportes: Report[] }>('deuda_financiera').flatMap(({ reportes }) => reportes);

  it('shares its direct debt out over the ratings, to 100 %', () => {
    for (const report of reports) {
      const shares = distribution(report);
      expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(10_000);
      const total = report.saldos.filter((row) => direct.test(row.cuenta)).reduce((sum, row) => sum + row.saldo, 0);
      const amountRated = (rating: number) =>
        report.saldos.filter((row) => row.calificacion === rating && direct.test(row.cuenta)).reduce((sum, row) => sum + row.saldo, 0);
      const wrong = shares.filter((share, rating) => Math.abs((amountRated(rating) / total) * 100 - share) > 0.03);
      expect(wrong).toEqual([]);
    }
  });

  it('rates by the days overdue and the kind of credit, in the distribution too', () => {
    for (const report of reports) {
      expect(report.saldos.filter((row) => row.calificacion !== ratingFor(row.tipo_credito, row.dias_vencidos))).toEqual([]);
      const worst = Math.max(...report.saldos.map((row) => row.calificacion));
      expect(distribution(report)[worst]).toBeGreaterThan(0);
    }
  });

  it('never holds a negative or empty balance, and nothing unpaid without days', () => {
    const rows = reports.flatMap(({ saldos }) => saldos);
    expect(rows.filter((row) => row.saldo <= 0)).toEqual([]);
    const unpaid = rows.filter((row) => /^14(?:14|15|16)|^81/.test(row.cuenta));
    expect(unpaid.length).toBeGreaterThan(0);
    expect(unpaid.filter((row) => row.dias_vencidos === 0)).toEqual([]);
  });

  it.each([
    ['09', 8, 0],
    ['09', 9, 1],
    ['09', 31, 2],
    ['10', 61, 3],
    ['12', 121, 4],
    ['08', 1, 1],
    ['08', 61, 2],
    ['07', 121, 3],
    ['07', 366, 4],
  ])('rates credit of kind %s after %d days as %d', (kind, days, rating) => {
    expect(ratingFor(kind, days)).toBe(rating);
  });
});

describe('one person', () => {
  const rucOf = ({ taxId }: Document): Document => ({ docType: 'RUC', taxId: rucOfDni(taxId) });
  const registryOf = (dni: Document) => told<{ numero_ruc: string | null }>('identificacion', dni)!;
  const withRuc = people.filter((dni) => registryOf(dni).numero_ruc !== null);
  const withoutRuc = people.filter((dni) => registryOf(dni).numero_ruc === null);

  it('is the same behind the DNI and the RUC', () => {
    expect(withRuc.length).toBeGreaterThan(withoutRuc.length);
    for (const dni of withRuc) {
      const ruc = rucOf(dni);
      const registry = registryOf(dni);
      expect(registry.numero_ruc).toBe(ruc.taxId);
      expect(told('identificacion', ruc)).toEqual({ ...registry, tipo_documento: 'RUC', numero_documento: ruc.taxId });
      expect(told('deuda_financiera', ruc)).toEqual(told('deuda_financiera', dni));
      expect(told('morosos_judiciales', ruc)).toEqual(told('morosos_judiciales', dni));
    }
  });

  it('has no RUC that answers when the DNI has none', () => {
    expect(withoutRuc.length).toBeGreaterThan(0);
    for (const dni of withoutRuc) {
      const { script } = taxpayerOf(world, rucOf(dni), 0);
      expect([script('identificacion', 0), script('deuda_financiera', 0)]).toEqual(['unknown_taxpayer', 'no_data']);
    }
  });

  it('has the same name as representative and on their own', () => {
    for (const { representantes } of allTold<{ representantes: { numero_documento: string; nombre: string }[] }>(
      'representantes_legales',
    )) {
      for (const { numero_documento, nombre } of representantes) {
        const alone = told<{ nombre_o_razon_social: string }>('identificacion', { docType: 'DNI', taxId: numero_documento });
        expect(alone!.nombre_o_razon_social).toBe(nombre);
      }
    }
  });
});

describe('the other sources', () => {
  it('never give representatives more than the whole company', () => {
    for (const { representantes } of allTold<{ representantes: { participacion: number | null }[] }>('representantes_legales')) {
      expect(representantes.reduce((sum, { participacion }) => sum + (participacion ?? 0), 0)).toBeLessThanOrEqual(100);
    }
  });

  it('count workers so that the parts make the total', () => {
    type Payroll = { periodos: { trabajadores: number; pensionistas: number; prestadores_servicio: number; total: number }[] };
    for (const month of allTold<Payroll>('trabajadores').flatMap(({ periodos }) => periodos)) {
      expect(month.trabajadores + month.pensionistas + month.prestadores_servicio).toBe(month.total);
      expect(month.trabajadores).toBeGreaterThanOrEqual(0);
    }
  });

  it('cover three windows of trade up to the cut, in agreement with the registry', () => {
    const window = monthsUpTo(november - 1, 36).map(monthText);
    let traders = 0;
    for (const company of companies) {
      const registry = told<{ actividad_comercio_exterior: string }>('identificacion', company)!;
      const imports = told<{ corte: string; operaciones: { periodo: string }[]; tipos_cambio: { periodo: string }[] }>(
        'importaciones',
        company,
      )!;
      expect(imports.corte).toBe('2026-10');
      expect(imports.tipos_cambio.map(({ periodo }) => periodo)).toEqual(window);
      expect(imports.operaciones.every(({ periodo }) => window.includes(periodo))).toBe(true);
      expect(imports.operaciones.length > 0).toBe(registry.actividad_comercio_exterior.includes('IMPORTADOR'));
      traders += imports.operaciones.length > 0 ? 1 : 0;
    }
    expect(traders).toBeGreaterThan(10);
  });

  it('rarely show enforced collection beside an entirely normal rating', () => {
    let normal = 0;
    let withCollection = 0;
    for (const company of companies) {
      const reports = told<{ reportes: Report[] }>('deuda_financiera', company)?.reportes;
      if (reports?.at(-1)!.sal_nor !== 100) continue;
      normal += 1;
      const cuts = told<{ cortes: { deudas: object[] }[] }>('deuda_coactiva', company)!.cortes;
      if (cuts.at(-1)!.deudas.length > 0) withCollection += 1;
    }
    expect(normal).toBeGreaterThan(150);
    expect(withCollection / normal).toBeLessThan(0.1);
  });

  it('name the lights of a bureau by the month before', () => {
    type Bureau = { historial: { semaforo_actual: number; semaforo_previo: number; nota: number | null }[] };
    for (const { historial } of allTold<Bureau>('score_tercero')) {
      historial.slice(1).forEach((grade, i) => expect(grade.semaforo_previo).toBe(historial[i]!.semaforo_actual));
      for (const { nota, semaforo_actual } of historial) expect(nota === null).toBe(semaforo_actual === 3);
    }
  });

  it('draw every kind of taxpayer, mostly sound ones', () => {
    const stateOf = (company: Document) => {
      const { condition, traits } = taxpayerOf(world, company, 0);
      return { troubled: condition.trouble.daysOverdue > 0, closed: traits.closed, insolvent: condition.insolvent };
    };
    const states = companies.map(stateOf);
    const share = (of: (state: ReturnType<typeof stateOf>) => boolean) => states.filter(of).length / states.length;
    expect(share((state) => state.troubled)).toBeGreaterThan(0.17);
    expect(share((state) => state.troubled)).toBeLessThan(0.33);
    expect(share((state) => state.closed)).toBeLessThan(0.1);
    expect(share((state) => state.insolvent)).toBeGreaterThan(0);
  });
});
