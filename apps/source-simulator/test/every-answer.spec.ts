import { describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { monthText } from '../src/domain/month.js';
import { forEveryone } from './population.js';
import { everythingTold, told } from './telling.js';

/** Every single value of an answer with the names on the way to it. */
function leaves(value: unknown, path: string[] = []): [path: string, value: unknown][] {
  if (value === null || typeof value !== 'object') return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

/** yyyy-mm of anything that is written as a day or a month. */
function monthWritten(text: string): string | undefined {
  const dated = /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$|^(?<y2>\d{4})-(?<m2>\d\d)$|^(?<y3>\d{4})(?<m3>\d\d)\d\d$/.exec(text)?.groups;
  return dated && `${dated.y ?? dated.y2 ?? dated.y3}-${dated.m ?? dated.m2 ?? dated.m3}`;
}

describe('every answer', () => {
  it('is plain: no empty text, no amount below zero or beyond the cent', () => {
    let amounts = 0;
    forEveryone((document, month) => {
      for (const [path, value] of leaves(everythingTold(document, month))) {
        if (value === undefined || (typeof value === 'string' && value.trim() === '')) throw new Error(`${path} is empty`);
        if (typeof value !== 'number') continue;
        const smallest = path.endsWith('.promedio') ? 10_000 : 100;
        if (!(value >= 0) || Object.is(value, -0) || Math.round(value * smallest) / smallest !== value)
          throw new Error(`${path} is ${value}`);
        amounts += 1;
      }
    });
    expect(amounts).toBeGreaterThan(10_000);
  });

  it('speaks of nothing that is still to come', () => {
    let dates = 0;
    forEveryone((document, month) => {
      const now = monthText(month);
      for (const [path, value] of leaves(everythingTold(document, month))) {
        const written = typeof value === 'string' && !path.includes('documento') ? monthWritten(value) : undefined;
        if (!written) continue;
        if (written > now) throw new Error(`${path} is ${value as string}, asked in ${now}`);
        dates += 1;
      }
    });
    expect(dates).toBeGreaterThan(10_000);
  });

  it('comes from a source that knows the kind of taxpayer', () => {
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

  it('counts workers so that the parts make the total', () => {
    type Payroll = { periodos: { trabajadores: number; pensionistas: number; prestadores_servicio: number; total: number }[] };
    forEveryone((document, month) => {
      for (const row of told<Payroll>('trabajadores', document, month)?.periodos ?? []) {
        expect(row.trabajadores + row.pensionistas + row.prestadores_servicio).toBe(row.total);
      }
    });
  });

  it('names the lights of a bureau by the month before, in codes that exist', () => {
    type Bureau = { historial: { semaforo_actual: number; semaforo_previo: number; semaforo_peor_mejor: number; nota: number | null }[] };
    const codes = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
    forEveryone((document, month) => {
      const { historial } = told<Bureau>('score_tercero', document, month) ?? { historial: [] };
      historial.slice(1).forEach((grade, i) => expect(grade.semaforo_previo).toBe(historial[i]!.semaforo_actual));
      for (const { nota, semaforo_actual, semaforo_peor_mejor } of historial) {
        expect(nota === null).toBe(semaforo_actual === 3);
        expect(codes).toContain(semaforo_peor_mejor);
      }
    });
  });

  it('exists for every source', () => {
    const silent = new Set<string>(sourceNames);
    forEveryone((document, month) => {
      for (const [source, answer] of Object.entries(everythingTold(document, month))) if (answer) silent.delete(source);
    });
    expect([...silent]).toEqual([]);
  });
});
