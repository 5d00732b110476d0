import { creditRatings, type FinanzasSection } from '@vigia/contracts';
import type { Report } from './raw-answer.js';

type RatedShare = FinanzasSection['calificaciones_financieras'][number];

function reportedShares({ sal_nor, sal_cpp, sal_def, sal_dud, sal_per }: Report): number[] {
  return [sal_nor, sal_cpp, sal_def, sal_dud, sal_per];
}

/** Percentages that sum to exactly 100: the largest takes what rounding leaves. Empty when nothing is rated. */
export function distribution(report: Report): RatedShare[] {
  const shares = reportedShares(report);
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return [];
  const hundredths = shares.map((share) => Math.round((share / total) * 10_000));
  const left = 10_000 - hundredths.reduce((sum, part) => sum + part, 0);
  hundredths[shares.indexOf(Math.max(...shares))]! += left;
  return creditRatings.map((calificacion, i) => ({ porcentaje: hundredths[i]! / 100, calificacion }));
}

/** Looks at what was reported, not at the rounded percentages, in which a small share of a bad rating could vanish. */
export function worstRating(report: Report): NonNullable<FinanzasSection['peor_calificacion']> {
  const worst = reportedShares(report).findLastIndex((share) => share > 0);
  if (worst < 0) return { calificacion: 'SCAL', porcentaje: null };
  return { calificacion: creditRatings[worst]!, porcentaje: distribution(report)[worst]!.porcentaje };
}
