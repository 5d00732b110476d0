import { bulletinDebts, type BoletinSection, type BulletinDebt } from '@vigia/contracts';
import { periodDays, type ThreePeriods } from '../domain/three-periods.js';
import { deuda_coactiva } from '../sources/deuda_coactiva/mapping.js';
import type { CoactiveCuts } from '../sources/deuda_coactiva/raw-answer.js';
import { deuda_vencida } from '../sources/deuda_vencida/mapping.js';
import type { OverdueBills } from '../sources/deuda_vencida/raw-answer.js';
import { protestos } from '../sources/protestos/mapping.js';
import type { ProtestedTitles } from '../sources/protestos/raw-answer.js';
import type { SectionDefinition } from './section-definition.js';

const [coactive, overdue, protested] = bulletinDebts;

export const boletin: SectionDefinition = {
  v2(answers, document): BoletinSection {
    const collected = deuda_coactiva.piece((answers.deuda_coactiva ?? null) as CoactiveCuts | null, document);
    const bills = deuda_vencida.piece((answers.deuda_vencida ?? null) as OverdueBills | null, document);
    const titles = protestos.piece((answers.protestos ?? null) as ProtestedTitles | null, document);
    return {
      deudas_boletin: [debt(coactive, collected), debt(overdue, bills), debt(protested, titles)],
      ultima_actualizacion_deuda_vencida: periodDays(bills).fecha_ultimo_periodo,
      ultima_actualizacion_protestos: periodDays(titles).fecha_ultimo_periodo,
      ultima_actualizacion_coactiva: periodDays(collected).fecha_ultimo_periodo,
    };
  },
  fieldSources: [
    [`deudas_boletin[${coactive}]`, 'deuda_coactiva'],
    ['ultima_actualizacion_coactiva', 'deuda_coactiva'],
    [`deudas_boletin[${overdue}]`, 'deuda_vencida'],
    ['ultima_actualizacion_deuda_vencida', 'deuda_vencida'],
    [`deudas_boletin[${protested}]`, 'protestos'],
    ['ultima_actualizacion_protestos', 'protestos'],
    ['deudas_boletin', 'deuda_coactiva'],
  ],
};

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
