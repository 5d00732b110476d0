import { headcounts, type Headcount, type LaboralSection, type LabourDebt, type LabourResolutions } from '@vigia/contracts';
import { lastDayOf, monthSlashYear, periodDays, type ThreePeriods } from '../domain/periods.js';
import { deuda_laboral } from '../sources/deuda_laboral/deuda_laboral.js';
import { resoluciones_laborales } from '../sources/resoluciones_laborales/resoluciones_laborales.js';
import { trabajadores } from '../sources/trabajadores/trabajadores.js';
import { defineSection } from './section-definition.js';

const [total, workers, pensioners, contractors] = headcounts;

export const laboral = defineSection({
  sources: {
    deuda_laboral: { mapping: deuda_laboral, fields: ['variacion_deuda_laboral', 'ultima_actualizacion_deuda'] },
    resoluciones_laborales: {
      mapping: resoluciones_laborales,
      fields: ['datos_resoluciones_laborales', 'ultima_actualizacion_resoluciones'],
    },
    trabajadores: {
      mapping: trabajadores,
      fields: ['datos_trabajadores', 'fechas_periodos_trabajadores', 'ultima_actualizacion_trabajadores'],
    },
  },
  v2: ({ deuda_laboral: owed, resoluciones_laborales: { count, fines }, trabajadores: heads }): LaboralSection => ({
    variacion_deuda_laboral: labourDebts(owed),
    datos_resoluciones_laborales: resolutions(count, fines),
    datos_trabajadores: [
      headcount(total, heads.total),
      headcount(workers, heads.workers),
      headcount(pensioners, heads.pensioners),
      headcount(contractors, heads.contractors),
    ],
    fechas_periodos_trabajadores: periodDays(heads.total),
    ultima_actualizacion_deuda: periodDays(owed).fecha_ultimo_periodo,
    ultima_actualizacion_resoluciones: periodDays(count).fecha_ultimo_periodo,
    ultima_actualizacion_trabajadores: periodDays(heads.total).fecha_ultimo_periodo,
  }),
});

function labourDebts({ months, latest, six, twelve, sinceSix, sinceTwelve }: ThreePeriods): LabourDebt[] {
  if (months === null) return [];
  return [
    {
      tipo: 'Deudas Laborales Vencidas',
      monto_ultimo_periodo: latest ?? 0,
      monto_seis_meses_anteriores: six ?? 0,
      monto_doce_meses_anteriores: twelve ?? 0,
      fecha_ultimo_periodo: lastDayOf(months.latest),
      fecha_seis_meses_anteriores: lastDayOf(months.six),
      fecha_doce_meses_anteriores: lastDayOf(months.twelve),
      variacion_seis_meses: sinceSix ?? 0,
      variacion_doce_meses: sinceTwelve ?? 0,
    },
  ];
}

function resolutions(count: ThreePeriods, fines: ThreePeriods): LabourResolutions {
  return {
    cantidad_total_actual: count.latest ?? 0,
    cantidad_seis_meses: count.six ?? 0,
    cantidad_doce_meses: count.twelve ?? 0,
    variacion_cantidad_seis: count.sinceSix ?? 0,
    variacion_cantidad_doce: count.sinceTwelve ?? 0,
    monto_total_actual: fines.latest ?? 0,
    monto_seis_meses: fines.six ?? 0,
    monto_doce_meses: fines.twelve ?? 0,
    variacion_monto_seis: fines.sinceSix ?? 0,
    variacion_monto_doce: fines.sinceTwelve ?? 0,
    ...periodDays(count, monthSlashYear),
  };
}

function headcount(tipo: Headcount['tipo'], periods: ThreePeriods): Headcount {
  return {
    tipo,
    cantidad_ultimo_periodo: periods.latest,
    cantidad_seis_meses_anteriores: periods.six,
    cantidad_doce_meses_anteriores: periods.twelve,
    variacion_seis_meses: periods.sinceSix,
    variacion_doce_meses: periods.sinceTwelve,
  };
}
