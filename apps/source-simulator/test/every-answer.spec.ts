import { describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { monthText } from '../src/domain/month.js';
import { forEveryone } from './population.js';
import { everythingTold, told } from './telling.js';

/** Every single value of an answer with its path of names. */
function leaves(value: unknown, path: string[] = []): [path: string, value: unknown][] {
  if (value === null || typeof value !== 'object') return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

/** yyyy-mm from anything that is written as a day or a month. */
function monthWritten(text: string): string | undefined {
  const dated = /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$|^(?<y2>\d{4})-(?<m2>\d\d)$|^(?<y3>\d{4})(?<m3>\d\d)\d\d$/.exec(text)?.groups;
  return dated && `${dated.y ?? dated.y2 ?? dated.y3}-${dated.m ?? dated.m2 ?? dated.m3}`;
}

/** No empty text, and no amount below zero or with fractions of a cent. */
function isPlain(path: string, value: unknown): boolean {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return false;
  if (typeof value !== 'number') return true;
  const smallest = path.endsWith('.promedio') ? 10_000 : 100;
  return value >= 0 && !Object.is(value, -0) && Math.round(value * smallest) / smallest === value;
}

describe('every answer', () => {
  it('has valid values and no future date, and every source gives one', () => {
    let [amounts, dates] = [0, 0];
    const silent = new Set<string>(sourceNames);
    forEveryone((document, month) => {
      const answers = everythingTold(document, month);
      for (const [source, answer] of Object.entries(answers)) if (answer) silent.delete(source);
      for (const [path, value] of leaves(answers)) {
        const written = typeof value === 'string' && !path.includes('documento') ? monthWritten(value) : undefined;
        if (!isPlain(path, value) || (written && written > monthText(month)))
          throw new Error(`${path} is ${value as string}, asked in ${monthText(month)}`);
        amounts += typeof value === 'number' ? 1 : 0;
        dates += written ? 1 : 0;
      }
    });
    expect(amounts).toBeGreaterThan(10_000);
    expect(dates).toBeGreaterThan(10_000);
    expect([...silent]).toEqual([]);
  });

  it('fits a company or a person, with or without a RUC', () => {
    forEveryone((document, month) => {
      const registry = told<{ numero_ruc: string | null; persona: object | null; domicilio: object | null }>(
        'identificacion',
        document,
        month,
      )!;
      const isCompany = document.taxId.startsWith('20') && document.docType === 'RUC';
      expect(registry.persona === null).toBe(isCompany);
      // The registry does not publish where natural persons live.
      expect(registry.domicilio !== null).toBe(isCompany);
      if (registry.numero_ruc !== null) return;
      const taxSources = ['deuda_coactiva', 'importaciones', 'exportaciones', 'trabajadores'] as const;
      expect(taxSources.map((source) => told(source, document, month))).toEqual([null, null, null, null]);
    });
  });

  it('counts workers in parts that add up to the total', () => {
    type Payroll = { periodos: { trabajadores: number; pensionistas: number; prestadores_servicio: number; total: number }[] };
    forEveryone((document, month) => {
      const rows = told<Payroll>('trabajadores', document, month)?.periodos ?? [];
      const parts = rows.map((row) => row.trabajadores + row.pensionistas + row.prestadores_servicio);
      expect(parts).toEqual(rows.map(({ total }) => total));
    });
  });

  it('of a credit bureau repeats the light of the month before and uses only known codes', () => {
    type Bureau = { historial: { semaforo_actual: number; semaforo_previo: number; semaforo_peor_mejor: number; nota: number | null }[] };
    const codes = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
    forEveryone((document, month) => {
      const { historial } = told<Bureau>('score_tercero', document, month) ?? { historial: [] };
      const before = historial.map(({ semaforo_actual }) => semaforo_actual).slice(0, -1);
      expect(historial.slice(1).map(({ semaforo_previo }) => semaforo_previo)).toEqual(before);
      expect(historial.filter(({ nota, semaforo_actual }) => (nota === null) !== (semaforo_actual === 3))).toEqual([]);
      expect(historial.filter(({ semaforo_peor_mejor }) => !codes.includes(semaforo_peor_mejor))).toEqual([]);
    });
  });
});
