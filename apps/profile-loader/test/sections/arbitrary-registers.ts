import fc from 'fast-check';
import type { Answers } from '../../src/sections/section-definition.js';

// Few months and round days, so that periods are hit, missed and shared; some of them are years apart.
const months = ['2024-01', '2024-02', '2024-08', '2025-01', '2025-02', '2025-03', '2025-08', '2025-09', '2026-01', '2026-02'];
const month = fc.constantFrom(...months);
const day = fc
  .record({ month, day: fc.constantFrom('01', '15', '28') })
  .map(({ month, day }) => `${day}/${month.split('-').reverse().join('/')}`);

const amount = fc.oneof(
  fc.constantFrom(0, 0.01, 0.1, 0.2, 1e12),
  fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
);
const heads = fc.nat(5_000);
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 12 });
/** Sources answer, hold nothing, or were never read. */
const perhaps = <T>(answer: fc.Arbitrary<T>) => fc.option(answer, { freq: 8 });

const monthlyDebts = fc.record({ deudas: list(fc.record({ periodo: month, monto: amount })) });
const perMonth = <T extends { periodo: string }>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { selector: ({ periodo }) => periodo });

export const boletinAnswers = fc.record({
  deuda_coactiva: perhaps(fc.record({ cortes: perMonth(fc.record({ periodo: month, deudas: list(fc.record({ monto_deuda: amount })) })) })),
  deuda_vencida: perhaps(monthlyDebts),
  protestos: perhaps(
    fc.record({
      titulos: list(fc.record({ fecha: day, monto: amount, moneda: fc.constant('PEN'), fecha_regularizacion: fc.option(day) })),
    }),
  ),
});

export const laboralAnswers = fc.record({
  deuda_laboral: perhaps(monthlyDebts),
  resoluciones_laborales: perhaps(fc.record({ resoluciones: list(fc.record({ fecha: day, monto: amount })) })),
  trabajadores: perhaps(
    fc.record({
      periodos: perMonth(fc.record({ periodo: month, trabajadores: heads, pensionistas: heads, prestadores_servicio: heads })),
    }),
  ),
});

export const judicialAnswers = fc.record({
  morosos_judiciales: perhaps(
    fc.record({
      registros: list(
        fc.record({
          registro: fc.constantFrom('REDJUM', 'REDAM'),
          monto: amount,
          moneda: fc.constant('PEN'),
          desde: day,
          hasta: fc.option(day),
        }),
      ),
    }),
  ),
  edictos_judiciales: perhaps(fc.record({ edictos: list(fc.record({ fecha: day })) })),
  boletin_concursal: perhaps(fc.record({ listado: fc.boolean(), procedimiento: fc.option(fc.record({ fecha_publicacion: day })) })),
});

/** The same answers with every list in reverse order: registers guarantee no order. */
export function inOppositeOrder(answers: Answers): Answers {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned).toReversed();
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, turned(inner)]));
  };
  return turned(answers) as Answers;
}
