import { Type, type Static } from 'typebox';
import { amount, count, day, group, monthSlashYear, nullable } from './fields.js';

export const headcounts = ['Total', 'Trabajadores', 'Pensionistas', 'Prestadores'] as const;

const debt = group('DeudaLaboral', {
  tipo: Type.Enum(['Deudas Laborales Vencidas'], { title: 'TipoDeudaLaboral' }),
  monto_ultimo_periodo: amount('soles, in the latest period'),
  monto_seis_meses_anteriores: amount('six months before'),
  monto_doce_meses_anteriores: amount('twelve months before'),
  fecha_ultimo_periodo: day('last day of the latest period'),
  fecha_seis_meses_anteriores: day('six months before'),
  fecha_doce_meses_anteriores: day('twelve months before'),
  variacion_seis_meses: amount('difference to six months before'),
  variacion_doce_meses: amount('difference to twelve months before'),
});
export type LabourDebt = Static<typeof debt>;

const resolutions = group(
  'ResolucionesLaborales',
  {
    cantidad_total_actual: count('resolutions'),
    cantidad_seis_meses: count('six months before'),
    cantidad_doce_meses: count('twelve months before'),
    variacion_cantidad_seis: count('difference to six months before'),
    variacion_cantidad_doce: count('difference to twelve months before'),
    monto_total_actual: amount('fines, soles'),
    monto_seis_meses: amount('six months before'),
    monto_doce_meses: amount('twelve months before'),
    variacion_monto_seis: amount('difference to six months before'),
    variacion_monto_doce: amount('difference to twelve months before'),
    fecha_ultimo_periodo: nullable(monthSlashYear('latest period')),
    fecha_seis_meses_anteriores: nullable(monthSlashYear('six months before')),
    fecha_doce_meses_anteriores: nullable(monthSlashYear('twelve months before')),
  },
  { description: 'resolutions of the labour inspection, each figure over the twelve months that end with its period' },
);
export type LabourResolutions = Static<typeof resolutions>;

const headcount = group('PersonalPorTipo', {
  tipo: Type.Enum([...headcounts], { title: 'TipoPersonal' }),
  cantidad_ultimo_periodo: nullable(count('in the latest period')),
  cantidad_seis_meses_anteriores: nullable(count('six months before')),
  cantidad_doce_meses_anteriores: nullable(count('twelve months before')),
  variacion_seis_meses: nullable(count('difference to six months before')),
  variacion_doce_meses: nullable(count('difference to twelve months before')),
});
export type Headcount = Static<typeof headcount>;

/** The content of the section `laboral`, the same in v1 and v2. */
export const laboralSection = group('Laboral', {
  variacion_deuda_laboral: Type.Array(debt, { maxItems: 1, description: 'overdue labour debts; empty when none are registered' }),
  datos_resoluciones_laborales: resolutions,
  datos_trabajadores: Type.Array(headcount, { minItems: 4, maxItems: 4, description: 'the total and its parts' }),
  fechas_periodos_trabajadores: group('FechasTrabajadores', {
    fecha_ultimo_periodo: nullable(day('last day of the latest period')),
    fecha_seis_meses_anteriores: nullable(day('six months before')),
    fecha_doce_meses_anteriores: nullable(day('twelve months before')),
  }),
  ultima_actualizacion_deuda: nullable(day('overdue labour debts')),
  ultima_actualizacion_resoluciones: nullable(day('resolutions')),
  ultima_actualizacion_trabajadores: nullable(day('payroll')),
});
export type LaboralSection = Static<typeof laboralSection>;
