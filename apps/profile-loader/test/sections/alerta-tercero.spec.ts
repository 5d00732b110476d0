import { describe, expect, it } from '@jest/globals';
import { alertaTerceroSection, type Document } from '@vigia/contracts';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { sectionDefinitions } from '../../src/sections/sections.js';
import { score_tercero } from '../../src/sources/score_tercero/score_tercero.js';

const { alerta_tercero } = sectionDefinitions;

const company: Document = { docType: 'RUC', taxId: '20990000019' };
const contract = Compile(alertaTerceroSection);
const grade = { periodo: '2026-10', nota: 612, semaforo_actual: 2, semaforo_previo: 4, semaforo_peor_mejor: 11 };
const answering = (...historial: object[]) => ({ historial });
const sectionOf = (...historial: object[]) => alerta_tercero.v2({ score_tercero: answering(...historial) }, company);
const lights = ['semaforo_actual', 'semaforo_previo', 'semaforo_peor_mejor'] as const;
const published = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, null];

describe('alerta_tercero', () => {
  it('is the latest month as the bureau gave it', () => {
    expect(sectionOf({ ...grade, periodo: '2026-09', nota: 700 }, grade, { ...grade, periodo: '2025-12', nota: 800 })).toEqual({
      nota: 612,
      semaforo_actual: 2,
      semaforo_previo: 4,
      semaforo_peor_mejor: 11,
    });
  });

  it.each([{ score_tercero: null }, {}, { score_tercero: answering() }])('has all its fields without a grade: %j', (answers) => {
    const nothing = { nota: null, semaforo_actual: null, semaforo_previo: null, semaforo_peor_mejor: null };
    expect(alerta_tercero.v2(answers, company)).toEqual(nothing);
    expect(contract.Check(nothing)).toBe(true);
  });

  it('has the same fields in v1', () => {
    expect(alerta_tercero).not.toHaveProperty('v1');
  });

  it('does not depend on the order of the months', () => {
    const months = Array.from({ length: 24 }, (_, i) => ({
      ...grade,
      periodo: `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
      nota: i,
    }));
    fc.assert(
      fc.property(fc.shuffledSubarray(months, { minLength: 1 }), (history) => {
        expect(sectionOf(...history)).toMatchObject({ nota: Math.max(...history.map(({ nota }) => nota)) });
      }),
    );
  });

  it.each(lights)('accepts every published light in %s and no other', (light) => {
    const known = [...Array.from({ length: 40 }, (_, i) => i - 10), 1.5, '4', true, null, undefined].filter((code) =>
      score_tercero.accepts(answering(grade, { ...grade, periodo: '2026-09', [light]: code })),
    );
    expect(known).toEqual(published);
    expect(contract.Check({ ...sectionOf(grade), [light]: 5 })).toBe(false);
    expect(known.every((code) => contract.Check({ ...sectionOf(grade), [light]: code }))).toBe(true);
  });

  it('keeps a light of 0 and a grade of 0', () => {
    expect(sectionOf({ ...grade, nota: 0, semaforo_actual: 0 })).toMatchObject({ nota: 0, semaforo_actual: 0 });
  });

  it.each([
    ['a month that does not exist', { periodo: '2026-13' }],
    ['a grade in words', { nota: 'A+' }],
    ['a negative grade', { nota: -1 }],
  ])('refuses %s', (_what, change) => {
    expect(score_tercero.accepts(answering({ ...grade, ...change }))).toBe(false);
  });
});
