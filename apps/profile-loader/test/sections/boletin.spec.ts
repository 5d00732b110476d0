import { describe, expect, it } from '@jest/globals';
import { boletinSection, bulletinDebts, type BoletinSection, type BulletinDebt, type Document } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { boletin } from '../../src/sections/boletin.js';
import { deuda_coactiva } from '../../src/sources/deuda_coactiva/deuda_coactiva.js';
import { boletinAnswers, inOppositeOrder } from './arbitrary-registers.js';
import { centsOrNull, differenceInCents, monthNumber, periodsOf, outstandingAfter, totalInCents } from './hand-count.js';

const contract = Compile(boletinSection);
const someone: Document = { docType: 'RUC', taxId: '20990000051' };
const section = (answers: Parameters<typeof boletin.v2>[0]) => boletin.v2(answers, someone) as BoletinSection;
const unknown = {
  monto_ultimo_periodo: null,
  monto_seis_meses_anteriores: null,
  monto_doce_meses_anteriores: null,
  fecha_ultimo_periodo: null,
  fecha_seis_meses_anteriores: null,
  fecha_doce_meses_anteriores: null,
  variacion_seis_meses: null,
  variacion_doce_meses: null,
};
const amounts = ({ monto_ultimo_periodo, monto_seis_meses_anteriores, monto_doce_meses_anteriores }: BulletinDebt) => [
  monto_ultimo_periodo,
  monto_seis_meses_anteriores,
  monto_doce_meses_anteriores,
];

describe('boletin', () => {
  it('has all its fields without answers', () => {
    expect(section({})).toEqual({
      deudas_boletin: bulletinDebts.map((tipo) => ({ tipo, ...unknown })),
      ultima_actualizacion_deuda_vencida: null,
      ultima_actualizacion_protestos: null,
      ultima_actualizacion_coactiva: null,
    });
  });

  it('puts each source under its own kind of debt, with dates of its own', () => {
    const { deudas_boletin, ...updates } = section({
      deuda_coactiva: { cortes: [{ periodo: '2026-01', deudas: [{ monto_deuda: 10.1 }, { monto_deuda: 0.2 }] }] },
      deuda_vencida: { deudas: [{ periodo: '2024-02', monto: 99.99 }] },
      protestos: { titulos: [{ fecha: '30/11/2025', monto: 7, moneda: 'PEN', fecha_regularizacion: null }] },
    });
    const [coactive, overdue, protested] = deudas_boletin;
    expect(coactive).toEqual({
      ...unknown,
      tipo: 'Deuda Coactiva - AUTORIDAD',
      monto_ultimo_periodo: 10.3,
      fecha_ultimo_periodo: '2026-01-31',
      fecha_seis_meses_anteriores: '2025-07-31',
      fecha_doce_meses_anteriores: '2025-01-31',
    });
    expect(overdue).toMatchObject({ tipo: 'Deuda vencida', fecha_ultimo_periodo: '2024-02-29', variacion_doce_meses: 99.99 });
    expect(protested).toMatchObject({
      tipo: 'Documentos protestados',
      fecha_seis_meses_anteriores: '2025-05-31',
      variacion_seis_meses: 7,
    });
    expect(updates).toEqual({
      ultima_actualizacion_deuda_vencida: '2024-02-29',
      ultima_actualizacion_protestos: '2025-11-30',
      ultima_actualizacion_coactiva: '2026-01-31',
    });
  });

  it.each([
    ['on the last day of a month', '31/08/2025', 0],
    ['on the first day of the next', '01/09/2025', 40],
    ['on the day of the protest', '10/01/2025', 0],
  ])('counts a title in a month unless it was paid by the end of it: paid %s', (_when, fecha_regularizacion, sixMonthsBefore) => {
    const paid = { fecha: '10/01/2025', monto: 40, moneda: 'PEN', fecha_regularizacion };
    const newest = { fecha: '15/02/2026', monto: 5, moneda: 'PEN', fecha_regularizacion: null };
    const [, , protested] = section({ protestos: { titulos: [paid, newest] } }).deudas_boletin;
    expect(protested).toMatchObject({ monto_ultimo_periodo: 5, monto_seis_meses_anteriores: sixMonthsBefore });
  });

  it('keeps a title unpaid whose payment lies ahead, and leaves out a title that is protested after the answer', () => {
    const titulo = { fecha: '10/01/2026', monto: 40, moneda: 'PEN', fecha_regularizacion: '01/02/2027' };
    const { data, trail } = boletin.mappings.protestos.tidied(
      {
        outcome: 'data',
        data: { titulos: [titulo, { ...titulo, fecha: '01/02/2027' }] },
        sourceVersion: '1',
        observedAt: '2026-11-27T15:00:00Z',
      },
      '2026-11-27',
    );
    expect(data).toEqual({ titulos: [{ ...titulo, fecha_regularizacion: null }] });
    expect(trail).toMatchObject({ partial: true });
    const [, , protested] = section({ protestos: data }).deudas_boletin;
    expect(protested).toMatchObject({ monto_ultimo_periodo: 40, fecha_ultimo_periodo: '2026-01-31' });
  });

  it('refuses a register that states a month twice', () => {
    const cut = { periodo: '2026-01', deudas: [{ monto_deuda: 1 }] };
    expect(deuda_coactiva.accepts({ cortes: [cut, { ...cut, periodo: '2025-12' }] })).toBe(true);
    expect(deuda_coactiva.accepts({ cortes: [cut, { ...cut, deudas: [] }] })).toBe(false);
  });
});

describe('any bulletin', () => {
  it('has the exact amounts of each register in the latest period and six and twelve months before', () => {
    fc.assert(
      fc.property(boletinAnswers, (answers) => {
        const [coactive, overdue, protested] = section(answers).deudas_boletin as [BulletinDebt, BulletinDebt, BulletinDebt];
        const cuts = answers.deuda_coactiva?.cortes ?? [];
        const inCut = (month: number) => cuts.find(({ periodo }) => monthNumber(periodo) === month)?.deudas.map((debt) => debt.monto_deuda);
        expect(amounts(coactive).map(centsOrNull)).toEqual(
          (periodsOf(cuts.map(({ periodo }) => periodo)) ?? [NaN, NaN, NaN]).map((month) => {
            const debts = inCut(month);
            return debts ? totalInCents(debts) : null;
          }),
        );
        const bills = answers.deuda_vencida?.deudas ?? [];
        const inMonth = (month: number) =>
          totalInCents(bills.filter((bill) => monthNumber(bill.periodo) === month).map(({ monto }) => monto));
        expect(amounts(overdue).map(centsOrNull)).toEqual(
          periodsOf(bills.map(({ periodo }) => periodo))?.map(inMonth) ?? [null, null, null],
        );
        const titles = answers.protestos?.titulos ?? [];
        const entries = titles.map(({ fecha, monto, fecha_regularizacion }) => ({
          amount: monto,
          since: fecha,
          until: fecha_regularizacion,
        }));
        const periods = periodsOf(titles.flatMap(({ fecha, fecha_regularizacion }) => [fecha, fecha_regularizacion]));
        expect(amounts(protested).map(centsOrNull)).toEqual(
          periods?.map((month) => outstandingAfter(month, entries)) ?? [null, null, null],
        );
      }),
    );
  });

  it('matches its contract, has exact variations or none, and does not depend on order', () => {
    fc.assert(
      fc.property(boletinAnswers, (answers) => {
        const whole = section(answers);
        expect([...contract.Errors(whole)]).toEqual([]);
        expect(JSON.parse(JSON.stringify(whole))).toStrictEqual(whole);
        expect(section(inOppositeOrder(answers))).toStrictEqual(whole);
        for (const debt of whole.deudas_boletin) {
          const [latest, six, twelve] = amounts(debt) as [number | null, number | null, number | null];
          expect(centsOrNull(debt.variacion_seis_meses)).toBe(differenceInCents(latest, six));
          expect(centsOrNull(debt.variacion_doce_meses)).toBe(differenceInCents(latest, twelve));
        }
      }),
    );
  });
});
