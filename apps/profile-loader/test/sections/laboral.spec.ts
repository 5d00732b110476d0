import { describe, expect, it } from '@jest/globals';
import { headcounts, laboralSection, type Document, type Headcount, type LaboralSection } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { laboral } from '../../src/sections/laboral.js';
import { trabajadores } from '../../src/sources/trabajadores/trabajadores.js';
import { inOppositeOrder, laboralAnswers } from './arbitrary-registers.js';
import { centsOrNull, differenceInCents, inTheYearUpTo, monthNumber, periodsOf, totalInCents } from './hand-count.js';

const contract = Compile(laboralSection);
const someone: Document = { docType: 'RUC', taxId: '20990000051' };
const section = (answers: Parameters<typeof laboral.v2>[0]) => laboral.v2(answers, someone) as LaboralSection;
const counts = ({ cantidad_ultimo_periodo, cantidad_seis_meses_anteriores, cantidad_doce_meses_anteriores }: Headcount) => [
  cantidad_ultimo_periodo,
  cantidad_seis_meses_anteriores,
  cantidad_doce_meses_anteriores,
];
const none = [null, null, null];

describe('laboral', () => {
  it('has all its fields without answers: no debt, no resolutions and an unknown payroll', () => {
    const { variacion_deuda_laboral, datos_resoluciones_laborales: resolutions, datos_trabajadores, ...rest } = section({});
    expect(variacion_deuda_laboral).toEqual([]);
    const { fecha_ultimo_periodo, fecha_seis_meses_anteriores, fecha_doce_meses_anteriores, ...figures } = resolutions;
    expect([fecha_ultimo_periodo, fecha_seis_meses_anteriores, fecha_doce_meses_anteriores]).toEqual(none);
    expect(Object.values(figures)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(datos_trabajadores.map(({ tipo, ...unknown }) => [tipo, ...Object.values(unknown)])).toEqual(
      headcounts.map((tipo) => [tipo, null, null, null, null, null]),
    );
    expect(rest).toEqual({
      fechas_periodos_trabajadores: { fecha_ultimo_periodo: null, fecha_seis_meses_anteriores: null, fecha_doce_meses_anteriores: null },
      ultima_actualizacion_deuda: null,
      ultima_actualizacion_resoluciones: null,
      ultima_actualizacion_trabajadores: null,
    });
  });

  it('counts the resolutions of the real year when one is dated after the answer', () => {
    const resoluciones = ['15/08/2026', '15/08/2062'].map((fecha) => ({ fecha, monto: 500 }));
    const { data, trail } = laboral.mappings.resoluciones_laborales.tidied(
      { outcome: 'data', data: { resoluciones }, sourceVersion: '1', observedAt: '2026-11-27T15:00:00Z' },
      '2026-11-27',
    );
    expect(trail).toMatchObject({ partial: true });
    const { datos_resoluciones_laborales: shown } = section({ resoluciones_laborales: data });
    expect(shown).toMatchObject({ cantidad_total_actual: 1, monto_total_actual: 500, fecha_ultimo_periodo: '08/2026' });
  });

  it('counts resolutions up to the month of a register that reaches further than the newest of them', () => {
    const resoluciones = ['15/08/2026', '15/10/2025'].map((fecha, i) => ({ fecha, monto: 500 + i }));
    expect(section({ resoluciones_laborales: { resoluciones, corte: '2026-11' } })).toMatchObject({
      datos_resoluciones_laborales: {
        cantidad_total_actual: 1,
        cantidad_seis_meses: 1,
        monto_total_actual: 500,
        monto_seis_meses: 501,
        fecha_ultimo_periodo: '11/2026',
      },
      ultima_actualizacion_resoluciones: '2026-11-30',
    });
  });

  it('shows the overdue debt of the months in which it is listed, and 0 in between', () => {
    const deudas = [
      { periodo: '2025-02', monto: 50.5 },
      { periodo: '2026-02', monto: 100.1 },
      { periodo: '2026-02', monto: 0.2 },
    ];
    expect(section({ deuda_laboral: { deudas } })).toMatchObject({
      variacion_deuda_laboral: [
        {
          tipo: 'Deudas Laborales Vencidas',
          monto_ultimo_periodo: 100.3,
          monto_seis_meses_anteriores: 0,
          monto_doce_meses_anteriores: 50.5,
          fecha_ultimo_periodo: '2026-02-28',
          fecha_seis_meses_anteriores: '2025-08-31',
          fecha_doce_meses_anteriores: '2025-02-28',
          variacion_seis_meses: 100.3,
          variacion_doce_meses: 49.8,
        },
      ],
      ultima_actualizacion_deuda: '2026-02-28',
    });
  });

  it('counts resolutions over the twelve months that end with each period', () => {
    const fines: [day: string, fine: number][] = [
      ['28/02/2026', 0.1],
      ['01/03/2025', 0.2],
      ['28/02/2025', 10],
      ['01/03/2024', 20.05],
      ['29/02/2024', 1_000],
    ];
    const resoluciones = fines.map(([fecha, monto]) => ({ fecha, monto }));
    expect(section({ resoluciones_laborales: { resoluciones } })).toMatchObject({
      datos_resoluciones_laborales: {
        cantidad_total_actual: 2,
        cantidad_seis_meses: 2,
        cantidad_doce_meses: 2,
        variacion_cantidad_seis: 0,
        variacion_cantidad_doce: 0,
        monto_total_actual: 0.3,
        monto_seis_meses: 10.2,
        monto_doce_meses: 30.05,
        variacion_monto_seis: -9.9,
        variacion_monto_doce: -29.75,
        fecha_ultimo_periodo: '02/2026',
        fecha_seis_meses_anteriores: '08/2025',
        fecha_doce_meses_anteriores: '02/2025',
      },
      ultima_actualizacion_resoluciones: '2026-02-28',
    });
  });

  it('adds up the headcounts itself, and has null for a month that was not declared', () => {
    const declared = { trabajadores: 8, pensionistas: 1, prestadores_servicio: 3, total: 999 };
    const periodos = [
      { periodo: '2026-02', ...declared },
      { periodo: '2025-02', ...declared, trabajadores: 10 },
    ];
    const { datos_trabajadores, fechas_periodos_trabajadores } = section({ trabajadores: { periodos } });
    expect(datos_trabajadores.map(counts)).toEqual([
      [12, null, 14],
      [8, null, 10],
      [1, null, 1],
      [3, null, 3],
    ]);
    expect(
      datos_trabajadores.map(({ variacion_seis_meses, variacion_doce_meses }) => [variacion_seis_meses, variacion_doce_meses]),
    ).toEqual([
      [null, -2],
      [null, -2],
      [null, 0],
      [null, 0],
    ]);
    expect(fechas_periodos_trabajadores.fecha_seis_meses_anteriores).toBe('2025-08-31');
  });

  it('refuses a payroll that states a month twice', () => {
    const declared = { periodo: '2026-02', trabajadores: 8, pensionistas: 1, prestadores_servicio: 3 };
    expect(trabajadores.accepts({ periodos: [declared, { ...declared, periodo: '2026-01' }] })).toBe(true);
    expect(trabajadores.accepts({ periodos: [declared, { ...declared, trabajadores: 80 }] })).toBe(false);
  });
});

describe('any labour record', () => {
  it('has the debts of each month, exact in cents', () => {
    fc.assert(
      fc.property(laboralAnswers, (answers) => {
        const deudas = answers.deuda_laboral?.deudas ?? [];
        const periods = periodsOf(deudas.map(({ periodo }) => periodo));
        const inMonth = (month: number) =>
          totalInCents(deudas.filter((debt) => monthNumber(debt.periodo) === month).map(({ monto }) => monto));
        const shown = section(answers).variacion_deuda_laboral.map((debt) => {
          const { monto_ultimo_periodo: latest, monto_seis_meses_anteriores: six, monto_doce_meses_anteriores: twelve } = debt;
          expect(centsOrNull(debt.variacion_seis_meses)).toBe(differenceInCents(latest, six));
          expect(centsOrNull(debt.variacion_doce_meses)).toBe(differenceInCents(latest, twelve));
          return [latest, six, twelve].map(centsOrNull);
        });
        expect(shown).toEqual(periods ? [periods.map(inMonth)] : []);
      }),
    );
  });

  it('counts every resolution of a year in its figure, and no other', () => {
    fc.assert(
      fc.property(laboralAnswers, (answers) => {
        const all = answers.resoluciones_laborales?.resoluciones ?? [];
        const { datos_resoluciones_laborales: shown } = section(answers);
        const years = periodsOf(all.map(({ fecha }) => fecha))?.map((month) => inTheYearUpTo(month, all, ({ fecha }) => fecha)) ?? [
          [],
          [],
          [],
        ];
        const quantities = [shown.cantidad_total_actual, shown.cantidad_seis_meses, shown.cantidad_doce_meses] as const;
        const fines = [shown.monto_total_actual, shown.monto_seis_meses, shown.monto_doce_meses] as const;
        expect(quantities).toEqual(years.map(({ length }) => length));
        expect(fines.map(centsOrNull)).toEqual(years.map((year) => totalInCents(year.map(({ monto }) => monto))));
        expect(shown.variacion_cantidad_seis).toBe(quantities[0] - quantities[1]);
        expect(shown.variacion_cantidad_doce).toBe(quantities[0] - quantities[2]);
        expect(centsOrNull(shown.variacion_monto_seis)).toBe(differenceInCents(fines[0], fines[1]));
        expect(centsOrNull(shown.variacion_monto_doce)).toBe(differenceInCents(fines[0], fines[2]));
      }),
    );
  });

  it('has a total headcount that is the sum of its declared parts', () => {
    fc.assert(
      fc.property(laboralAnswers, (answers) => {
        const declared = answers.trabajadores?.periodos ?? [];
        const months = periodsOf(declared.map(({ periodo }) => periodo))?.map((month) =>
          declared.find(({ periodo }) => monthNumber(periodo) === month),
        ) ?? [undefined, undefined, undefined];
        const of = (heads: (month: (typeof declared)[number]) => number) => months.map((month) => (month ? heads(month) : null));
        const shown = section(answers).datos_trabajadores;
        expect(shown.map(counts)).toEqual([
          of(({ trabajadores, pensionistas, prestadores_servicio }) => trabajadores + pensionistas + prestadores_servicio),
          of(({ trabajadores }) => trabajadores),
          of(({ pensionistas }) => pensionistas),
          of(({ prestadores_servicio }) => prestadores_servicio),
        ]);
        for (const line of shown) {
          const [latest, six, twelve] = counts(line) as [number | null, number | null, number | null];
          const since = (before: number | null) => (latest === null || before === null ? null : latest - before);
          expect([line.variacion_seis_meses, line.variacion_doce_meses]).toEqual([since(six), since(twelve)]);
        }
      }),
    );
  });

  it('matches its contract, and does not depend on order', () => {
    fc.assert(
      fc.property(laboralAnswers, (answers) => {
        const whole = section(answers);
        expect([...contract.Errors(whole)]).toEqual([]);
        expect(JSON.parse(JSON.stringify(whole))).toStrictEqual(whole);
        expect(section(inOppositeOrder(answers))).toStrictEqual(whole);
      }),
    );
  });
});
