import { creditRatings, isDay, nullable, type DebtPeriod, type FinanzasSection, type FinanzasSectionV1 } from '@vigia/contracts';
import { Type, type Static } from 'typebox';
import { monthOf, monthsBefore } from '../../domain/periods.js';
import { soles } from '../../domain/register-values.js';
import { withoutLinesAhead } from '../days-ahead.js';
import { defineMapping } from '../source-mapping.js';
import { balance, bandVariations, debtPeriod } from './balances.js';

/** A percentage or an amount: only its share of the five counts. */
const share = soles;

const report = Type.Object({
  /** yyyymmdd */
  fecha_reporte: Type.Refine(
    Type.String({ pattern: '^[0-9]{8}$' }),
    (text) => isDay(isoDay(text)),
    () => 'must be a day of the calendar, as yyyymmdd',
  ),
  sal_nor: share,
  sal_cpp: share,
  sal_def: share,
  sal_dud: share,
  sal_per: share,
  /** Null if only the distribution by rating was reported. */
  saldos: nullable(Type.Array(balance)),
});
type Report = Static<typeof report>;

/** The consolidated credit report: one report per month. Two reports about one month contradict each other. */
const creditReports = Type.Object({
  reportes: Type.Refine(
    Type.Array(report),
    (reports) => new Set(reports.map((each) => monthOf(closingDay(each)))).size === reports.length,
    () => 'must not report a month twice',
  ),
});
export type CreditReports = Static<typeof creditReports>;

/** What the credit reports contribute to either version of the section. */
type FinancialDebt = Omit<FinanzasSection, 'codeudores_avales'> & FinanzasSectionV1;

export const deuda_financiera = defineMapping({
  answer: creditReports,
  piece: financialDebt,
  isComplete: (raw) => newestFirst(raw)[0]?.saldos !== null,
  tidy: withoutLinesAhead('reportes', (report: Report) => `${monthOf(closingDay(report))}-01`),
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

/** The reports of an answer come in any order. */
function newestFirst({ reportes }: CreditReports): Report[] {
  return reportes.toSorted((a, b) => Number(b.fecha_reporte) - Number(a.fecha_reporte));
}

function closingDay({ fecha_reporte }: Report): string {
  return isoDay(fecha_reporte);
}

function isoDay(yyyymmdd: string): string {
  return yyyymmdd.replace(/(.{4})(..)(..)/, '$1-$2-$3');
}

function dayOf(report: Report | undefined): string | null {
  return report ? closingDay(report) : null;
}

function situationIn(report: Report | undefined): DebtPeriod | null {
  return report?.saldos ? debtPeriod(closingDay(report), report.saldos) : null;
}

type RatedShare = FinanzasSection['calificaciones_financieras'][number];

function reportedShares({ sal_nor, sal_cpp, sal_def, sal_dud, sal_per }: Report): number[] {
  return [sal_nor, sal_cpp, sal_def, sal_dud, sal_per];
}

/** Percentages that sum to exactly 100: the largest absorbs the rounding. Empty if no share is above 0. */
function distribution(report: Report): RatedShare[] {
  const shares = reportedShares(report);
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return [];
  const hundredths = shares.map((share) => Math.round((share / total) * 10_000));
  const left = 10_000 - hundredths.reduce((sum, part) => sum + part, 0);
  hundredths[shares.indexOf(Math.max(...shares))]! += left;
  return creditRatings.map((calificacion, i) => ({ porcentaje: hundredths[i]! / 100, calificacion }));
}

/** Derived from the reported shares: rounding the percentages could hide a small share of a bad rating. */
function worstRating(report: Report): NonNullable<FinanzasSection['peor_calificacion']> {
  const worst = reportedShares(report).findLastIndex((share) => share > 0);
  if (worst < 0) return { calificacion: 'SCAL', porcentaje: null };
  return { calificacion: creditRatings[worst]!, porcentaje: distribution(report)[worst]!.porcentaje };
}
