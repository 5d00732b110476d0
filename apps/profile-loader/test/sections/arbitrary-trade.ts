import fc from 'fast-check';
import type { ImportReport } from '../../src/sources/importaciones/importaciones.js';

/** From one month before the oldest window of the cut to one month after the cut. */
const months = Array.from({ length: 38 }, (_, i) => {
  const month = 2023 * 12 + 9 + i;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
});
const cut = '2026-10';

const dollars = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
);
const headings = [
  { partida: '1001190000', descripcion: 'TRIGO DURO' },
  { partida: '804400000', descripcion: 'PALTAS FRESCAS O SECAS' },
  { partida: '0804400000', descripcion: 'PALTAS FRESCAS O SECAS' },
];

const operations = fc.array(
  fc
    .record({
      periodo: fc.constantFrom(...months),
      heading: fc.constantFrom(...headings),
      pais: fc.constantFrom('CN', 'US', 'BR'),
      declaraciones: fc.integer({ min: 1, max: 50 }),
      fob_usd: dollars,
      flete_usd: dollars,
      seguro_usd: dollars,
    })
    .map(({ heading, ...operation }) => ({ ...operation, ...heading })),
  { maxLength: 30 },
);

// In ten-thousandths, as published.
const rate = fc.integer({ min: 25_000, max: 45_000 }).map((soles) => soles / 10_000);
const rates = fc
  .tuple(fc.array(rate, { minLength: months.length, maxLength: months.length }), fc.subarray(months, { maxLength: 3 }))
  .map(([averages, missing]) =>
    months.map((periodo, i) => ({ periodo, promedio: missing.includes(periodo) ? null : (averages[i] ?? null) })),
  );

/** Any report up to the same cut. It is an import report, which contains all fields of an export report. */
export const customsReports: fc.Arbitrary<ImportReport> = fc.record({
  pendiente_de_calculo: fc.constant(false),
  corte: fc.constant(cut),
  operaciones: operations,
  tipos_cambio: rates,
});
