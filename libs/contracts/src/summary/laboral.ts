import { Type, type Static } from 'typebox';
import { amount, count, day, group, monthSlashYear, nullable } from '../schema/fields.js';

export const headcounts = ['Total', 'Trabajadores', 'Pensionistas', 'Prestadores'] as const;

const debt = group('DeudaLaboral', {
  tipo: Type.Enum(['Deudas Laborales Vencidas'], { title: 'TipoDeudaLaboral' }),
  monto_ultimo_periodo: amount('overdue labour debt in the latest month with debt, soles'),
  monto_seis_meses_anteriores: amount('overdue labour debt six months before the latest month, soles'),
  monto_doce_meses_anteriores: amount('overdue labour debt twelve months before the latest month, soles'),
  fecha_ultimo_periodo: day('last day of the latest month with debt'),
  fecha_seis_meses_anteriores: day('last day of the month six months before the latest one'),
  fecha_doce_meses_anteriores: day('last day of the month twelve months before the latest one'),
  variacion_seis_meses: amount('latest amount minus the amount six months earlier, soles'),
  variacion_doce_meses: amount('latest amount minus the amount twelve months earlier, soles'),
});
export type LabourDebt = Static<typeof debt>;

const resolutions = group(
  'ResolucionesLaborales',
  {
    cantidad_total_actual: count('resolutions in the twelve months that end with the latest month'),
    cantidad_seis_meses: count('resolutions in the twelve months that end six months before the latest month'),
    cantidad_doce_meses: count('resolutions in the twelve months that end twelve months before the latest month'),
    variacion_cantidad_seis: count('latest count minus the count six months earlier'),
    variacion_cantidad_doce: count('latest count minus the count twelve months earlier'),
    monto_total_actual: amount('fines in the twelve months that end with the latest month, soles'),
    monto_seis_meses: amount('fines in the twelve months that end six months before the latest month, soles'),
    monto_doce_meses: amount('fines in the twelve months that end twelve months before the latest month, soles'),
    variacion_monto_seis: amount('latest fines minus the fines six months earlier, soles'),
    variacion_monto_doce: amount('latest fines minus the fines twelve months earlier, soles'),
    fecha_ultimo_periodo: nullable(
      monthSlashYear(
        'latest month, MM/YYYY: when the register was published, or else the month of the latest resolution; null: no resolution',
      ),
    ),
    fecha_seis_meses_anteriores: nullable(monthSlashYear('month six months before the latest one, MM/YYYY; null: no resolution')),
    fecha_doce_meses_anteriores: nullable(monthSlashYear('month twelve months before the latest one, MM/YYYY; null: no resolution')),
  },
  {
    description:
      'resolutions of the labour inspection; each figure covers the twelve months that end with its period; also 0 if their source could not be read or is not contracted',
  },
);
export type LabourResolutions = Static<typeof resolutions>;

const headcount = group('PersonalPorTipo', {
  tipo: Type.Enum([...headcounts], { title: 'TipoPersonal' }),
  cantidad_ultimo_periodo: nullable(count('persons in the latest month declared; null: not reported')),
  cantidad_seis_meses_anteriores: nullable(count('persons six months before the latest month declared; null: not reported')),
  cantidad_doce_meses_anteriores: nullable(count('persons twelve months before the latest month declared; null: not reported')),
  variacion_seis_meses: nullable(count('latest number minus the number six months earlier; null: one is missing')),
  variacion_doce_meses: nullable(count('latest number minus the number twelve months earlier; null: one is missing')),
});
export type Headcount = Static<typeof headcount>;

/** The content of the section `laboral`, the same in v1 and v2. */
export const laboralSection = group('Laboral', {
  variacion_deuda_laboral: Type.Array(debt, {
    maxItems: 1,
    description: 'overdue labour debts; empty when none are registered, or their source could not be read or is not contracted',
  }),
  datos_resoluciones_laborales: resolutions,
  datos_trabajadores: Type.Array(headcount, {
    minItems: 4,
    maxItems: 4,
    description: 'persons on the payroll: the total, then workers, pensioners and contractors',
  }),
  fechas_periodos_trabajadores: group('FechasTrabajadores', {
    fecha_ultimo_periodo: nullable(day('last day of the latest month declared; null: no declaration')),
    fecha_seis_meses_anteriores: nullable(day('last day of the month six months before the latest one; null: no declaration')),
    fecha_doce_meses_anteriores: nullable(day('last day of the month twelve months before the latest one; null: no declaration')),
  }),
  ultima_actualizacion_deuda: nullable(day('last day of the latest month with overdue labour debt; null: no debt')),
  ultima_actualizacion_resoluciones: nullable(day('last day of the latest month of the resolutions; null: no resolution')),
  ultima_actualizacion_trabajadores: nullable(day('last day of the latest month of payroll declared; null: no declaration')),
});
export type LaboralSection = Static<typeof laboralSection>;
