import type { DebtPeriod, FinanzasSection, FinanzasSectionV1 } from '@vigia/contracts';
import { defineMapping } from '../source-mapping.js';
import { debtPeriod } from './debt-period.js';
import { bandVariations } from './overdue-bands.js';
import { distribution, worstRating } from './ratings.js';
import { creditReports, type CreditReports, type Report } from './raw-answer.js';

/** What the credit reports give to either version of the section. */
export type FinancialDebt = Omit<FinanzasSection, 'codeudores_avales'> & FinanzasSectionV1;

export const deuda_financiera = defineMapping({
  answer: creditReports,
  piece: financialDebt,
  isComplete: (raw) => latestReport(raw)?.saldos !== null,
});

function financialDebt(raw: CreditReports | null): FinancialDebt {
  const latest = raw ? latestReport(raw) : undefined;
  const before = (months: number) => raw?.reportes.find((report) => latest && monthOf(report) === monthOf(latest) - months);
  const [half, year] = [before(6), before(12)];
  const days = latest?.saldos?.map(({ dias_vencidos }) => dias_vencidos) ?? null;
  return {
    ultima_actualizacion: closingDay(latest),
    peor_calificacion: latest ? worstRating(latest) : null,
    max_dias_vencidos: days && Math.max(0, ...days),
    situacion: latest?.saldos ? { actual: situation(latest), seis_meses: situation(half), doce_meses: situation(year) } : null,
    variaciones_financieras: bandVariations(latest?.saldos ?? null, half?.saldos ?? null, year?.saldos ?? null),
    fechas_financieras: {
      fecha_ultimo_periodo: closingDay(latest),
      fecha_seis_meses_anteriores: closingDay(half),
      fecha_doce_meses_anteriores: closingDay(year),
    },
    calificaciones_financieras: latest ? distribution(latest) : [],
  };
}

/** The order of the reports is nothing to rely on. */
function latestReport({ reportes }: CreditReports): Report | undefined {
  return reportes.toSorted((a, b) => (a.fecha_reporte < b.fecha_reporte ? 1 : -1))[0];
}

function monthOf({ fecha_reporte }: Report): number {
  return Number(fecha_reporte.slice(0, 4)) * 12 + Number(fecha_reporte.slice(4, 6));
}

function closingDay(report: Report | undefined): string | null {
  return report ? isoDay(report.fecha_reporte) : null;
}

function situation(report: Report | undefined): DebtPeriod | null {
  return report?.saldos ? debtPeriod(isoDay(report.fecha_reporte), report.saldos) : null;
}

function isoDay(yyyymmdd: string): string {
  return yyyymmdd.replace(/(.{4})(..)(..)/, '$1-$2-$3');
}
