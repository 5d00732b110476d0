import { creditRatings, scoredSources } from '@vigia/contracts';
import fc from 'fast-check';
import type { ScoreInputs } from '../../src/score/score-inputs.js';
import { inBulletin, uitSoles } from './clean-profile.js';

/** Often near the limits, sometimes huge. */
export const amount = fc
  .oneof(
    fc.constantFrom(0, 1, uitSoles * 100, uitSoles * 1_000),
    fc.integer({ min: 0, max: 20 * uitSoles * 100 }),
    fc.integer({ min: 0, max: 1e13 }),
  )
  .map((cents) => cents / 100);
const count = fc.integer({ min: 0, max: 6 });
const share = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });

const debts = fc
  .record({ vigente: amount, ref_rees: amount, vencida: amount, judicial: amount, otros: amount, indirecta: amount, castigada: amount })
  .map((parts) => ({ ...parts, directa: parts.vigente + parts.ref_rees + parts.vencida + parts.judicial + parts.otros }));

const identificacion = fc.record({
  estado_contribuyente: fc.constantFrom('ACTIVO', 'BAJA DE OFICIO', null),
  condicion_contribuyente: fc.constantFrom('HABIDO', 'NO HABIDO', null),
  omisiones_tributarias: fc.array(fc.record({ periodo: fc.constant('2025-11'), tributo: fc.constant('IGV') }), { maxLength: 1 }),
});
export const finanzas = fc.record({
  peor_calificacion: orNull(fc.record({ calificacion: fc.constantFrom(...creditRatings, 'SCAL' as const), porcentaje: share })),
  max_dias_vencidos: fc.option(fc.integer({ min: 0, max: 400 })),
  situacion: orNull(fc.record({ actual: orNull(debts), seis_meses: orNull(debts) })),
});
const judicial = fc.record({
  deudores_morosos: fc.record({ monto_ultimo_periodo: fc.option(amount) }),
  edictos_judiciales: fc.record({ cantidad_ultimo_periodo: count }),
  boletin_concursal: fc.boolean(),
});
const laboral = fc.record({
  variacion_deuda_laboral: fc.array(fc.record({ monto_ultimo_periodo: amount }), { maxLength: 2 }),
  datos_resoluciones_laborales: fc.record({ cantidad_total_actual: count, monto_total_actual: amount }),
  datos_trabajadores: fc.array(
    fc.record({
      tipo: fc.constant('Trabajadores'),
      cantidad_ultimo_periodo: fc.option(fc.nat(100)),
      cantidad_doce_meses_anteriores: fc.option(fc.nat(100)),
    }),
    { maxLength: 1 },
  ),
});
const boletin = fc
  .record({ coactiva: fc.option(amount), vencida: fc.option(amount), protestos: fc.option(amount) })
  .map((amounts) => inBulletin(amounts));

const fewSources = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...scoredSources]));

/** Any mixture of good and bad, with and without data. */
export const profiles: fc.Arbitrary<ScoreInputs> = fc.record({
  periodo: fc.constantFrom('2023-01', '2026-03', '2031-12'),
  unanswered: fewSources,
  partlyRead: fewSources,
  identificacion: orNull(identificacion),
  finanzas: orNull(finanzas),
  judicial: orNull(judicial),
  laboral: orNull(laboral),
  boletin: orNull(boletin),
});
