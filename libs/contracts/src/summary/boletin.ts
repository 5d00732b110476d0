import { Type, type Static } from 'typebox';
import { amount, day, group, nullable } from '../schema/fields.js';

/** In the order of the section. `AUTORIDAD` stands for the tax authority, which has no name here. */
export const bulletinDebts = ['Deuda Coactiva - AUTORIDAD', 'Deuda vencida', 'Documentos protestados'] as const;

const debt = group('DeudaBoletin', {
  tipo: Type.Enum([...bulletinDebts], { title: 'TipoDeudaBoletin' }),
  monto_ultimo_periodo: nullable(amount('debt in the latest month on record, soles; null: nothing on record')),
  monto_seis_meses_anteriores: nullable(amount('debt six months before the latest month on record, soles; null: not known')),
  monto_doce_meses_anteriores: nullable(amount('debt twelve months before the latest month on record, soles; null: not known')),
  fecha_ultimo_periodo: nullable(day('last day of the latest month on record; null: nothing on record')),
  fecha_seis_meses_anteriores: nullable(day('last day of the month six months before the latest one; null: nothing on record')),
  fecha_doce_meses_anteriores: nullable(day('last day of the month twelve months before the latest one; null: nothing on record')),
  variacion_seis_meses: nullable(amount('latest debt minus the debt six months earlier, soles; null: one is missing')),
  variacion_doce_meses: nullable(amount('latest debt minus the debt twelve months earlier, soles; null: one is missing')),
});
export type BulletinDebt = Static<typeof debt>;

/** The content of the section `boletin`, the same in v1 and v2. */
export const boletinSection = group('Boletin', {
  deudas_boletin: Type.Array(debt, { minItems: 3, maxItems: 3, description: 'one item per kind of debt, always in the same order' }),
  ultima_actualizacion_deuda_vencida: nullable(day('last day of the latest month on record for overdue debt; null: none')),
  ultima_actualizacion_protestos: nullable(day('last day of the latest month on record for protested documents; null: none')),
  ultima_actualizacion_coactiva: nullable(day('last day of the latest month on record for debt in enforced collection; null: none')),
});
export type BoletinSection = Static<typeof boletinSection>;
