import type { Generator } from '../../domain/inquiry.js';
import { dayText } from '../../domain/month.js';
import { courts, edictMatters } from '../../material/offices.js';
import { caseNumber } from './case-number.js';

const monthsKept = 24;
const publicationLagMonths = 1;

/** Published notices of courts that name the taxpayer. */
export const edictos_judiciales: Generator = (inquiry) => {
  const { trouble } = inquiry.taxpayer.condition;
  const edicts = inquiry.published(monthsKept, publicationLagMonths).flatMap((month) => {
    const random = inquiry.in(month);
    if (!random.chance((trouble.edictsPerYear / 12) * inquiry.severity(month))) return [];
    return {
      fecha: dayText(month, random.integer(1, 28)),
      organo: random.pick(courts),
      expediente: caseNumber(random, Math.floor(month / 12), 'CI'),
      materia: random.pick(edictMatters),
    };
  });
  return edicts.length > 0 ? { edictos: edicts } : null;
};
