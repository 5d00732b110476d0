import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { monthsUpTo, monthText, type Month } from '../src/domain/month.js';
import { forEveryone } from './population.js';
import { told } from './telling.js';

interface CustomsReport {
  pendiente_de_calculo: boolean;
  corte: string | null;
  operaciones: (Record<string, unknown> & { periodo: string; fob_usd: number; declaraciones: number })[];
  tipos_cambio: { periodo: string; promedio: number | null }[];
}

const imports = (document: Document, month: Month) => told<CustomsReport>('importaciones', document, month);
const exports = (document: Document, month: Month) => told<CustomsReport>('exportaciones', document, month);

/** The amounts by which each operation of a report is valued. */
const valuesOf = (report: CustomsReport | null) =>
  (report?.operaciones ?? []).map((row) =>
    Object.keys(row)
      .filter((key) => key.endsWith('_usd'))
      .join(','),
  );

describe('foreign trade', () => {
  it('covers three windows of twelve months up to the cut', () => {
    forEveryone((document, month) => {
      const window = monthsUpTo(month - 1, 36).map(monthText);
      for (const report of [imports(document, month), exports(document, month)]) {
        if (!report || report.pendiente_de_calculo) continue;
        expect(report.corte).toBe(window.at(-1));
        expect(report.tipos_cambio.map(({ periodo }) => periodo)).toEqual(window);
        expect(report.operaciones.filter(({ periodo }) => !window.includes(periodo))).toEqual([]);
        expect(report.operaciones.filter(({ declaraciones }) => declaraciones < 1)).toEqual([]);
      }
    });
  });

  it('has no operations or rates while it is not computed', () => {
    forEveryone((document, month) => {
      const reports = [imports(document, month), exports(document, month)].filter((report) => report?.pendiente_de_calculo);
      for (const report of reports) expect(report).toMatchObject({ corte: null, operaciones: [], tipos_cambio: [] });
      expect(reports).toHaveLength(document.taxId === '20990000221' ? 2 : 0);
    });
  });

  it('agrees with the registry about who imports and who exports', () => {
    const seen = new Set<string>();
    forEveryone((document, month) => {
      const activity = told<{ actividad_comercio_exterior: string | null }>('identificacion', document, month)!.actividad_comercio_exterior;
      const computed = imports(document, month)?.pendiente_de_calculo === false;
      const imported = (imports(document, month)?.operaciones.length ?? 0) > 0;
      const exported = (exports(document, month)?.operaciones.length ?? 0) > 0;
      expect(imported).toBe(computed && activity!.includes('IMPORTADOR'));
      expect(exported).toBe(computed && activity!.includes('EXPORTADOR'));
      seen.add(`${imported} ${exported}`);
    });
    expect([...seen]).toEqual(expect.arrayContaining(['true true', 'false false']));
  });

  it('values imports with freight and insurance, exports without', () => {
    forEveryone((document, month) => {
      expect(valuesOf(imports(document, month)).filter((names) => names !== 'fob_usd,flete_usd,seguro_usd')).toEqual([]);
      expect(valuesOf(exports(document, month)).filter((names) => names !== 'fob_usd')).toEqual([]);
    });
  });

  it('has one exchange rate per month for the whole country', () => {
    const rates = new Map<string, number>();
    forEveryone((document, month) => {
      const published = exports(document, month)?.tipos_cambio ?? [];
      expect(published.some(({ promedio }) => promedio === null)).toBe(document.taxId === '20990000230');
      const known = published.filter((month): month is { periodo: string; promedio: number } => month.promedio !== null);
      expect(known.filter(({ periodo, promedio }) => (rates.get(periodo) ?? promedio) !== promedio)).toEqual([]);
      for (const { periodo, promedio } of known) rates.set(periodo, promedio);
    });
    expect(rates.size).toBeGreaterThan(36);
    for (const rate of rates.values()) expect(Math.abs(rate - 3.7)).toBeLessThan(0.16);
  });
});
