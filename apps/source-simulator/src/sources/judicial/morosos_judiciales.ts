import { cents } from '../../domain/amount.js';
import { monthOf, dayText } from '../../domain/month.js';
import type { Generator, Inquiry } from '../../domain/inquiry.js';
import { courts } from '../../material/offices.js';
import { caseNumber } from './case-number.js';

const monthsFromTroubleToJudgment = 6;
const alimonySince = monthOf(2023, 4);

/** Judicial debtors (REDJUM) and, for natural persons, alimony debtors (REDAM). An entry counts from `desde` on. */
export const morosos_judiciales: Generator = (inquiry) => {
  const { condition, traits } = inquiry.taxpayer;
  const judgedSince = condition.troubledSince + monthsFromTroubleToJudgment;
  const judged = condition.trouble.judicialDebt > 0 && judgedSince < inquiry.month;
  const alimony = inquiry.random.between([2_000, 40_000]);
  const entries = [
    ...(judged ? [entry(inquiry, 'REDJUM', judgedSince, condition.trouble.judicialDebt)] : []),
    ...(traits.alimonyDebtor ? [entry(inquiry, 'REDAM', alimonySince, alimony)] : []),
  ];
  return entries.length > 0 ? { registros: entries } : null;
};

function entry(inquiry: Inquiry, registro: 'REDJUM' | 'REDAM', since: number, amount: number) {
  // On the stream of its month, so that a later entry does not change this one.
  const random = inquiry.in(since);
  return {
    registro,
    expediente: caseNumber(random, Math.floor(since / 12), registro === 'REDAM' ? 'FC' : 'CI'),
    juzgado: random.pick(courts),
    monto: cents(amount),
    moneda: 'PEN',
    desde: dayText(since, random.integer(1, 28)),
    hasta: null,
  };
}
