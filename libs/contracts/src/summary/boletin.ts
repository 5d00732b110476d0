import { Type, type Static } from 'typebox';
import { amount, day, group, nullable } from './fields.js';

/** In the order of the section. The name of the tax authority is not part of the keys. */
export const bulletinDebts = ['Deuda Coactiva - AUTORIDAD', 'Deuda vencida', 'Documentos protestados'] as const;

const debt = group('DeudaBoletin', {
  tipo: Type.Enum([...bulletinDebts], { title: 'TipoDeudaBoletin' }),
  monto_ultimo_periodo: nullable(amount('soles, in the latest period')),
  monto_seis_meses_anteriores: nullable(amount('six months before')),
  monto_doce_meses_anteriores: nullable(amount('twelve months before')),
  fecha_ultimo_periodo: nullable(day('last day of the latest period')),
  fecha_seis_meses_anteriores: nullable(day('six months before')),
  fecha_doce_meses_anteriores: nullable(day('twelve months before')),
  variacion_seis_meses: nullable(amount('difference to six months before')),
  variacion_doce_meses: nullable(amount('difference to twelve months before')),
});
export type BulletinDebt = Static<typeof debt>;

/** The content of the section `boletin`, the same in v1 and v2. */
export const boletinSection = group('Boletin', {
  deudas_boletin: Type.Array(debt, { minItems: 3, maxItems: 3, description: 'one item per kind of debt, always in the same order' }),
  ultima_actualizacion_deuda_vencida: nullable(day('overdue bills')),
  ultima_actualizacion_protestos: nullable(day('protested documents')),
  ultima_actualizacion_coactiva: nullable(day('debt in enforced collection')),
});
export type BoletinSection = Static<typeof boletinSection>;
