import { describe, expect, it } from '@jest/globals';
import { judicialSection, type Document, type JudicialSection } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { judicial } from '../../src/sections/judicial.js';
import { inOppositeOrder, judicialAnswers } from './arbitrary-registers.js';
import { centsOrNull, differenceInCents, inTheYearUpTo, periodsOf, outstandingAfter } from './hand-count.js';

const contract = Compile(judicialSection);
const someone: Document = { docType: 'DNI', taxId: '99990003' };
const section = (answers: Parameters<typeof judicial.v2>[0]) => judicial.v2(answers, someone) as JudicialSection;
/** An answer as it is kept when it came on 27 November 2026. */
const kept = (source: 'morosos_judiciales' | 'edictos_judiciales', data: object) =>
  judicial.mappings[source].tidied({ outcome: 'data', data, sourceVersion: '1', observedAt: '2026-11-27T15:00:00Z' }, '2026-11-27');
const entry = (registro: 'REDJUM' | 'REDAM', monto: number, desde: string, hasta: string | null = null) => ({
  registro,
  monto,
  moneda: 'PEN',
  desde,
  hasta,
});

describe('judicial', () => {
  it('has all its fields without answers: unknown debts and no edicts', () => {
    const undated = { fecha_ultimo_periodo: null, fecha_seis_meses_anteriores: null, fecha_doce_meses_anteriores: null };
    expect(section({})).toEqual({
      deudores_morosos: {
        monto_ultimo_periodo: null,
        monto_seis_meses_anteriores: null,
        monto_doce_meses_anteriores: null,
        ...undated,
        variacion_seis_meses_anteriores: null,
        variacion_doce_meses_anteriores: null,
      },
      edictos_judiciales: {
        cantidad_ultimo_periodo: 0,
        cantidad_seis_meses_anteriores: 0,
        cantidad_doce_meses_anteriores: 0,
        ...undated,
        variacion_seis_meses_anteriores: 0,
        variacion_doce_meses_anteriores: 0,
      },
      boletin_concursal: false,
      ultima_actualizacion_morosos: null,
      ultima_actualizacion_boletin_concursal: null,
      ultima_actualizacion_edictos: null,
    });
  });

  it('adds up both registers, each entry for as long as it stands', () => {
    const registros = [
      entry('REDJUM', 15_000.5, '10/02/2026'),
      entry('REDAM', 2_000.1, '01/04/2023', '01/09/2025'),
      entry('REDJUM', 0.2, '28/02/2025', '31/08/2025'),
    ];
    expect(section({ morosos_judiciales: { registros } })).toMatchObject({
      deudores_morosos: {
        monto_ultimo_periodo: 15_000.5,
        monto_seis_meses_anteriores: 2_000.1,
        monto_doce_meses_anteriores: 2_000.3,
        fecha_ultimo_periodo: '2026-02-28',
        fecha_seis_meses_anteriores: '2025-08-31',
        fecha_doce_meses_anteriores: '2025-02-28',
        variacion_seis_meses_anteriores: 13_000.4,
        variacion_doce_meses_anteriores: 13_000.2,
      },
      ultima_actualizacion_morosos: '2026-02-28',
    });
  });

  it('extends to the last removal of an entry when no entry stands after it', () => {
    const registros = [entry('REDAM', 80, '03/10/2025', '15/02/2026')];
    expect(section({ morosos_judiciales: { registros } }).deudores_morosos).toMatchObject({
      monto_ultimo_periodo: 0,
      monto_seis_meses_anteriores: 0,
      fecha_ultimo_periodo: '2026-02-28',
    });
  });

  it('keeps a debt open whose end lies ahead, and leaves out a debt that begins after the answer', () => {
    const registros = [entry('REDAM', 9_000, '01/02/2026', '01/02/2031'), entry('REDJUM', 1, '15/01/2026', '28/11/2026')];
    const answer = kept('morosos_judiciales', { registros: [...registros, entry('REDJUM', 5, '29/11/2026')] });
    expect(answer.data).toEqual({ registros: [{ ...registros[0], hasta: null }, registros[1]] });
    expect(answer.trail).toEqual({ partial: true, notes: ['1 de 3 líneas no se contó: su fecha es posterior a la consulta.'] });
    expect(section({ morosos_judiciales: answer.data }).deudores_morosos).toMatchObject({
      monto_ultimo_periodo: 9_000,
      fecha_ultimo_periodo: '2026-11-30',
    });
    expect(kept('morosos_judiciales', { registros })).not.toHaveProperty('trail');
  });

  it('counts the edicts of the real year when one is dated after the answer', () => {
    const { data, trail } = kept('edictos_judiciales', { edictos: ['15/08/2026', '28/11/2026', '15/08/2062'].map((fecha) => ({ fecha })) });
    expect(trail).toMatchObject({ partial: true });
    expect(section({ edictos_judiciales: data }).edictos_judiciales).toMatchObject({
      cantidad_ultimo_periodo: 2,
      fecha_ultimo_periodo: '11/2026',
    });
  });

  it('counts edicts over the twelve months that end with each period', () => {
    const edictos = ['28/02/2026', '01/03/2025', '28/02/2025', '29/02/2024'].map((fecha) => ({ fecha }));
    expect(section({ edictos_judiciales: { edictos } })).toMatchObject({
      edictos_judiciales: {
        cantidad_ultimo_periodo: 2,
        cantidad_seis_meses_anteriores: 2,
        cantidad_doce_meses_anteriores: 1,
        fecha_ultimo_periodo: '02/2026',
        fecha_seis_meses_anteriores: '08/2025',
        fecha_doce_meses_anteriores: '02/2025',
        variacion_seis_meses_anteriores: 0,
        variacion_doce_meses_anteriores: 1,
      },
      ultima_actualizacion_edictos: '2026-02-28',
    });
  });

  it.each<[corte: string | null, figures: number[], dates: (string | null)[]]>([
    ['2026-11', [1, 1, 1], ['11/2026', '05/2026', '11/2025']],
    ['2026-01', [2, 1, 0], ['02/2026', '08/2025', '02/2025']],
    [null, [2, 1, 0], ['02/2026', '08/2025', '02/2025']],
  ])('counts edicts up to the month of a register that reaches to %s, or to that of a newer edict', (corte, figures, dates) => {
    const edictos = ['28/02/2026', '28/04/2025'].map((fecha) => ({ fecha }));
    const { edictos_judiciales: shown } = section({ edictos_judiciales: { edictos, corte } });
    expect([shown.cantidad_ultimo_periodo, shown.cantidad_seis_meses_anteriores, shown.cantidad_doce_meses_anteriores]).toEqual(figures);
    expect([shown.fecha_ultimo_periodo, shown.fecha_seis_meses_anteriores, shown.fecha_doce_meses_anteriores]).toEqual(dates);
  });

  it('has no dates where a register has no edict, whichever month it reaches', () => {
    expect(section({ edictos_judiciales: { edictos: [], corte: '2026-11' } })).toEqual(section({}));
  });

  it.each(['01/01/0001', '31/12/9999', '30/02/2026'])('refuses an edict with an impossible day: %s', (fecha) => {
    expect(judicial.mappings.edictos_judiciales.accepts({ edictos: [{ fecha }] })).toBe(false);
    expect(judicial.mappings.edictos_judiciales.accepts({ edictos: [{ fecha: '28/02/2026' }] })).toBe(true);
  });

  it.each([
    [{ listado: true, procedimiento: { fecha_publicacion: '17/03/2025' } }, true, '2025-03-17'],
    [{ listado: true, procedimiento: null }, true, null],
    [{ listado: false, procedimiento: null }, false, null],
  ])('reads the insolvency bulletin %j', (boletin_concursal, listed, publishedOn) => {
    expect(section({ boletin_concursal })).toMatchObject({
      boletin_concursal: listed,
      ultima_actualizacion_boletin_concursal: publishedOn,
    });
  });
});

describe('any court record', () => {
  it('has the outstanding amount at the end of each period, exact in cents', () => {
    fc.assert(
      fc.property(judicialAnswers, (answers) => {
        const registros = answers.morosos_judiciales?.registros ?? [];
        const entries = registros.map(({ monto, desde, hasta }) => ({ amount: monto, since: desde, until: hasta }));
        const { deudores_morosos: shown } = section(answers);
        const { monto_ultimo_periodo: latest, monto_seis_meses_anteriores: six, monto_doce_meses_anteriores: twelve } = shown;
        const periods = periodsOf(registros.flatMap(({ desde, hasta }) => [desde, hasta]));
        const outstanding = periods?.map((month) => outstandingAfter(month, entries)) ?? [null, null, null];
        expect([latest, six, twelve].map(centsOrNull)).toEqual(outstanding);
        expect(centsOrNull(shown.variacion_seis_meses_anteriores)).toBe(differenceInCents(latest, six));
        expect(centsOrNull(shown.variacion_doce_meses_anteriores)).toBe(differenceInCents(latest, twelve));
      }),
    );
  });

  it('counts every edict of a year in its figure, and no other', () => {
    fc.assert(
      fc.property(judicialAnswers, (answers) => {
        const edictos = answers.edictos_judiciales?.edictos ?? [];
        const periods = periodsOf(edictos.map(({ fecha }) => fecha));
        const [latest, six, twelve] = periods?.map((month) => inTheYearUpTo(month, edictos, ({ fecha }) => fecha).length) ?? [0, 0, 0];
        expect(section(answers).edictos_judiciales).toMatchObject({
          cantidad_ultimo_periodo: latest,
          cantidad_seis_meses_anteriores: six,
          cantidad_doce_meses_anteriores: twelve,
          variacion_seis_meses_anteriores: latest! - six!,
          variacion_doce_meses_anteriores: latest! - twelve!,
        });
      }),
    );
  });

  it('matches its contract, and does not depend on order', () => {
    fc.assert(
      fc.property(judicialAnswers, (answers) => {
        const whole = section(answers);
        expect([...contract.Errors(whole)]).toEqual([]);
        expect(JSON.parse(JSON.stringify(whole))).toStrictEqual(whole);
        expect(section(inOppositeOrder(answers))).toStrictEqual(whole);
      }),
    );
  });
});
