import type { FinanzasSection, FinanzasSectionV1 } from '@vigia/contracts';
import { codeudores_avales } from '../sources/codeudores_avales/codeudores_avales.js';
import { deuda_financiera } from '../sources/deuda_financiera/deuda_financiera.js';
import { defineSection } from './section-definition.js';

export const finanzas = defineSection({
  sources: {
    deuda_financiera: { mapping: deuda_financiera },
    codeudores_avales: { mapping: codeudores_avales, fields: ['codeudores_avales'] },
  },
  v2: ({ deuda_financiera: debt, codeudores_avales: links }): FinanzasSection => ({
    ultima_actualizacion: debt.ultima_actualizacion,
    peor_calificacion: debt.peor_calificacion,
    max_dias_vencidos: debt.max_dias_vencidos,
    situacion: debt.situacion,
    calificaciones_financieras: debt.calificaciones_financieras,
    codeudores_avales: links,
  }),
  v1: ({ deuda_financiera: debt }): FinanzasSectionV1 => ({
    ultima_actualizacion: debt.ultima_actualizacion,
    variaciones_financieras: debt.variaciones_financieras,
    fechas_financieras: debt.fechas_financieras,
    calificaciones_financieras: debt.calificaciones_financieras,
  }),
});
