import { bulletinDebts, type BoletinSection, type BulletinDebt } from '@vigia/contracts';
import { periodDays, type ThreePeriods } from '../domain/periods.js';
import { deuda_coactiva } from '../sources/deuda_coactiva/deuda_coactiva.js';
import { deuda_vencida } from '../sources/deuda_vencida/deuda_vencida.js';
import { protestos } from '../sources/protestos/protestos.js';
import { defineSection } from './section-definition.js';

const [coactive, overdue, protested] = bulletinDebts;

export const boletin = defineSection({
  sources: {
    deuda_coactiva: {
      mapping: deuda_coactiva,
      fields: [`deudas_boletin[${coactive}]`, 'ultima_actualizacion_coactiva', 'deudas_boletin'],
    },
    deuda_vencida: { mapping: deuda_vencida, fields: [`deudas_boletin[${overdue}]`, 'ultima_actualizacion_deuda_vencida'] },
    protestos: { mapping: protestos, fields: [`deudas_boletin[${protested}]`, 'ultima_actualizacion_protestos'] },
  },
  v2: ({ deuda_coactiva: collected, deuda_vencida: bills, protestos: titles }): BoletinSection => ({
    deudas_boletin: [debt(coactive, collected), debt(overdue, bills), debt(protested, titles)],
    ultima_actualizacion_deuda_vencida: periodDays(bills).fecha_ultimo_periodo,
    ultima_actualizacion_protestos: periodDays(titles).fecha_ultimo_periodo,
    ultima_actualizacion_coactiva: periodDays(collected).fecha_ultimo_periodo,
  }),
});

function debt(tipo: BulletinDebt['tipo'], periods: ThreePeriods): BulletinDebt {
  return {
    tipo,
    monto_ultimo_periodo: periods.latest,
    monto_seis_meses_anteriores: periods.six,
    monto_doce_meses_anteriores: periods.twelve,
    ...periodDays(periods),
    variacion_seis_meses: periods.sinceSix,
    variacion_doce_meses: periods.sinceTwelve,
  };
}
