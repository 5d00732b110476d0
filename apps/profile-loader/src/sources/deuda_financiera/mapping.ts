import type { DebtPeriod, FinanzasSection, FinanzasSectionV1 } from '@vigia/contracts';
import { monthOf, monthsBefore } from '../../domain/calendar.js';
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
  isComplete: (raw) => newestFirst(raw)[0]?.saldos !== null,
});

function financialDebt(raw: CreditReports | null): FinancialDebt {
  const reports = raw ? newestFirst(raw) : [];
  const reportOf = (month: string) => reports.find((report) => monthOf(closingDay(report)) === month);
  const latest = reports[0];
  const latestMonth = latest ? monthOf(closingDay(latest)) : null;
  const before = (months: number) => (latestMonth ? reportOf(monthsBefore(latestMonth, months)) : undefined);
  const [half, year] = [before(6), before(12)];
  const days = latest?.saldos?.map(({ dias_vencidos }) => dias_vencidos) ?? null;
  return {
    ultima_actualizacion: dayOf(latest),
    peor_calificacion: latest ? worstRating(latest) : null,
    max_dias_vencidos: days && Math.max(0, ...days),
    situacion: latest?.saldos ? { actual: situationIn(latest), seis_meses: situationIn(half), doce_meses: situationIn(year) } : null,
    variaciones_financieras: bandVariations(latestMonth, (month) => reportOf(month)?.saldos ?? null),
    fechas_financieras: {
      fecha_ultimo_periodo: dayOf(latest),
      fecha_seis_meses_anteriores: dayOf(half),
      fecha_doce_meses_anteriores: dayOf(year),
    },
    calificaciones_financieras: latest ? distribution(latest) : [],
  };
}

/** The order of the reports in the answer is nothing to rely on. */
function newestFirst({ reportes }: CreditReports): Report[] {
  return reportes.toSorted((a, b) => Number(b.fecha_reporte) - Number(a.fecha_reporte));
}

function closingDay({ fecha_reporte }: Report): string {
  return fecha_reporte.replace(/(.{4})(..)(..)/, '$1-$2-$3');
}

function dayOf(report: Report | undefined): string | null {
  return report ? closingDay(report) : null;
}

function situationIn(report: Report | undefined): DebtPeriod | null {
  return report?.saldos ? debtPeriod(closingDay(report), report.saldos) : null;
}
