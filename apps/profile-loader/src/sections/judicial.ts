import type { JudicialDebtors, JudicialEdicts, JudicialSection } from '@vigia/contracts';
import { monthSlashYear, periodDays, type ThreePeriods } from '../domain/periods.js';
import { boletin_concursal } from '../sources/boletin_concursal/boletin_concursal.js';
import { edictos_judiciales } from '../sources/edictos_judiciales/edictos_judiciales.js';
import { morosos_judiciales } from '../sources/morosos_judiciales/morosos_judiciales.js';
import { defineSection } from './section-definition.js';

export const judicial = defineSection({
  sources: {
    morosos_judiciales: { mapping: morosos_judiciales, fields: ['deudores_morosos', 'ultima_actualizacion_morosos'] },
    edictos_judiciales: { mapping: edictos_judiciales, fields: ['edictos_judiciales', 'ultima_actualizacion_edictos'] },
    boletin_concursal: { mapping: boletin_concursal, fields: ['boletin_concursal', 'ultima_actualizacion_boletin_concursal'] },
  },
  v2: ({ morosos_judiciales: held, edictos_judiciales: published, boletin_concursal: bulletin }): JudicialSection => ({
    deudores_morosos: debtors(held),
    edictos_judiciales: edicts(published),
    boletin_concursal: bulletin.boletin_concursal,
    ultima_actualizacion_morosos: periodDays(held).fecha_ultimo_periodo,
    ultima_actualizacion_boletin_concursal: bulletin.ultima_actualizacion_boletin_concursal,
    ultima_actualizacion_edictos: periodDays(published).fecha_ultimo_periodo,
  }),
});

function debtors(periods: ThreePeriods): JudicialDebtors {
  return {
    monto_ultimo_periodo: periods.latest,
    monto_seis_meses_anteriores: periods.six,
    monto_doce_meses_anteriores: periods.twelve,
    ...periodDays(periods),
    variacion_seis_meses_anteriores: periods.sinceSix,
    variacion_doce_meses_anteriores: periods.sinceTwelve,
  };
}

function edicts(periods: ThreePeriods): JudicialEdicts {
  return {
    cantidad_ultimo_periodo: periods.latest ?? 0,
    cantidad_seis_meses_anteriores: periods.six ?? 0,
    cantidad_doce_meses_anteriores: periods.twelve ?? 0,
    ...periodDays(periods, monthSlashYear),
    variacion_seis_meses_anteriores: periods.sinceSix ?? 0,
    variacion_doce_meses_anteriores: periods.sinceTwelve ?? 0,
  };
}
