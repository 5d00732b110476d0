import type { Debt, ScoreInputs } from '../../src/score/score-inputs.js';

type Content<M extends keyof ScoreInputs> = NonNullable<ScoreInputs[M]>;

/** The tax unit in the year of the clean profile. */
export const uitSoles = 5_500;

/** A debt with the parts `vencida`, `judicial` and so on; `directa` is their sum. */
export function debt(parts: Partial<Omit<Debt, 'directa'>> = {}): Debt {
  const all = { vigente: 0, ref_rees: 0, vencida: 0, judicial: 0, otros: 0, indirecta: 0, castigada: 0, ...parts };
  return { ...all, directa: all.vigente + all.ref_rees + all.vencida + all.judicial + all.otros };
}

/** Pays on time, is in no register, keeps its workers. */
export const clean = {
  periodo: '2026-03',
  unanswered: [],
  partlyRead: [],
  identificacion: { estado_contribuyente: 'ACTIVO', condicion_contribuyente: 'HABIDO', omisiones_tributarias: [] },
  finanzas: {
    peor_calificacion: { calificacion: 'NOR', porcentaje: 100 },
    max_dias_vencidos: 0,
    situacion: { actual: debt({ vigente: 100_000 }), seis_meses: debt({ vigente: 100_000 }) },
  },
  judicial: {
    deudores_morosos: { monto_ultimo_periodo: null },
    edictos_judiciales: { cantidad_ultimo_periodo: 0 },
    boletin_concursal: false,
  },
  laboral: {
    variacion_deuda_laboral: [],
    datos_resoluciones_laborales: { cantidad_total_actual: 0, monto_total_actual: 0 },
    datos_trabajadores: [{ tipo: 'Trabajadores', cantidad_ultimo_periodo: 20, cantidad_doce_meses_anteriores: 20 }],
  },
  boletin: { deudas_boletin: [] },
} as const satisfies ScoreInputs;

type Rating = NonNullable<Content<'finanzas'>['peor_calificacion']>['calificacion'];

export function rated(calificacion: Rating, porcentaje: number | null, max_dias_vencidos: number, actual: Debt): Content<'finanzas'> {
  return { peor_calificacion: { calificacion, porcentaje }, max_dias_vencidos, situacion: { actual, seis_meses: null } };
}

export function inCourt(change: Partial<Content<'judicial'>>): Content<'judicial'> {
  return { ...clean.judicial, ...change };
}

export function atWork(change: Partial<Content<'laboral'>>): Content<'laboral'> {
  return { ...clean.laboral, ...change };
}

const types = { coactiva: 'Deuda Coactiva - AUTORIDAD', vencida: 'Deuda vencida', protestos: 'Documentos protestados' } as const;

export function inBulletin(amounts: Partial<Record<keyof typeof types, number | null>>): Content<'boletin'> {
  const kinds = Object.keys(types) as (keyof typeof types)[];
  return { deudas_boletin: kinds.map((kind) => ({ tipo: types[kind], monto_ultimo_periodo: amounts[kind] ?? null })) };
}

export function registered(change: Partial<Content<'identificacion'>>): Content<'identificacion'> {
  return { ...clean.identificacion, ...change };
}
