import { isBanked } from '../domain/condition.js';
import type { Generator, Inquiry } from '../domain/inquiry.js';
import { type Month, monthText } from '../domain/month.js';

const lightCodes = { none: 0, red: 1, yellow: 2, gray: 3, green: 4, white: 15 } as const;
type Light = keyof typeof lightCodes;

// Read from the first colour to the second. The published table has no code for green to gray.
const changes: Record<string, number> = {
  'red-yellow': 6,
  'red-green': 7,
  'yellow-red': 8,
  'yellow-green': 9,
  'green-red': 10,
  'green-yellow': 11,
  'gray-red': 12,
  'gray-yellow': 13,
  'gray-green': 14,
  'red-gray': 16,
  'yellow-gray': 17,
};

function changeCode(from: Light, to: Light): number {
  return changes[`${from}-${to}`] ?? lightCodes[to];
}

function lightOf(score: number): Light {
  if (score < 450) return 'red';
  return score < 650 ? 'yellow' : 'green';
}

const monthsReported = 24;
const monthsLookedBack = 24;
const publicationLagMonths = 1;

interface Grade {
  month: Month;
  score: number | null;
  light: Light;
}

/** A bureau's history of grades, oldest first. A month before the credit history begins is gray and has no grade. */
export const score_tercero: Generator = (inquiry) => {
  const { condition } = inquiry.taxpayer;
  if (!isBanked(condition)) return null;
  const best = inquiry.random.integer(720, 880);
  const grades = inquiry.published(monthsReported + monthsLookedBack, publicationLagMonths).map((month): Grade => {
    if (month < condition.bankedSince) return { month, score: null, light: 'gray' };
    const score = Math.max(1, Math.round(best - penalty(inquiry, month) + inquiry.in(month).integer(-10, 10)));
    return { month, score, light: lightOf(score) };
  });
  return {
    historial: grades.slice(monthsLookedBack).map((grade, i) => {
      const before = grades.slice(i, i + monthsLookedBack);
      return {
        periodo: monthText(grade.month),
        nota: grade.score,
        semaforo_actual: lightCodes[grade.light],
        semaforo_previo: lightCodes[before.at(-1)!.light],
        semaforo_peor_mejor: changeCode(extreme(before, grade), grade.light),
      };
    }),
  };
};

function penalty(inquiry: Inquiry, month: Month): number {
  const { trouble, insolvent } = inquiry.taxpayer.condition;
  const owing = [trouble.coactiveDebt, trouble.overdueBills, trouble.labourDebt, trouble.judicialDebt].filter((amount) => amount > 0);
  const full = Math.min(300, trouble.daysOverdue * 5) + 50 * owing.length + (insolvent ? 100 : 0);
  return full * inquiry.severity(month);
}

/** The best earlier grade if this one is below the average, otherwise the worst. */
function extreme(before: readonly Grade[], { score, light }: Grade): Light {
  const graded = before.filter((grade): grade is Grade & { score: number } => grade.score !== null);
  if (score === null || graded.length === 0) return light;
  const scores = graded.map((grade) => grade.score);
  const usual = scores.reduce((sum, each) => sum + each, 0) / scores.length;
  return lightOf(score < usual ? Math.max(...scores) : Math.min(...scores));
}
