import { Type, type Static } from 'typebox';
import { amount, count, day, group, monthSlashYear, nullable } from './fields.js';

const debtors = group(
  'DeudoresMorosos',
  {
    monto_ultimo_periodo: nullable(amount('soles, at the latest entry')),
    monto_seis_meses_anteriores: nullable(amount('six months before')),
    monto_doce_meses_anteriores: nullable(amount('twelve months before')),
    fecha_ultimo_periodo: nullable(day('last day of the month of the latest entry')),
    fecha_seis_meses_anteriores: nullable(day('six months before')),
    fecha_doce_meses_anteriores: nullable(day('twelve months before')),
    variacion_seis_meses_anteriores: nullable(amount('difference to six months before')),
    variacion_doce_meses_anteriores: nullable(amount('difference to twelve months before')),
  },
  { description: 'registers of judicial debtors and of alimony debtors together' },
);
export type JudicialDebtors = Static<typeof debtors>;

const edicts = group(
  'EdictosJudiciales',
  {
    cantidad_ultimo_periodo: count('edicts'),
    cantidad_seis_meses_anteriores: count('six months before'),
    cantidad_doce_meses_anteriores: count('twelve months before'),
    fecha_ultimo_periodo: nullable(monthSlashYear('month of the latest edict; null: there is none')),
    fecha_seis_meses_anteriores: nullable(monthSlashYear('six months before')),
    fecha_doce_meses_anteriores: nullable(monthSlashYear('twelve months before')),
    variacion_seis_meses_anteriores: count('difference to six months before'),
    variacion_doce_meses_anteriores: count('difference to twelve months before'),
  },
  { description: 'each figure over the twelve months that end with its period' },
);
export type JudicialEdicts = Static<typeof edicts>;

/** The content of the section `judicial`, the same in v1 and v2. */
export const judicialSection = group('Judicial', {
  deudores_morosos: debtors,
  edictos_judiciales: edicts,
  boletin_concursal: Type.Boolean({ description: 'listed in the national insolvency bulletin' }),
  ultima_actualizacion_morosos: nullable(day('registers of debtors')),
  ultima_actualizacion_boletin_concursal: nullable(day('insolvency bulletin')),
  ultima_actualizacion_edictos: nullable(day('edicts')),
});
export type JudicialSection = Static<typeof judicialSection>;
