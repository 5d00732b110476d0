import { cents } from '../domain/amount.js';
import type { Generator, Inquiry } from '../domain/inquiry.js';
import { dayText, monthOf } from '../domain/month.js';
import type { Random } from '../domain/world.js';
import { courts, edictMatters } from '../material/institutions.js';

/** The file number of a court: sequence, year, copy, district, kind of court, matter and its number. */
function caseNumber(random: Random, year: number, matter: string): string {
  const sequence = String(random.integer(1, 29_999)).padStart(5, '0');
  return `${sequence}-${year}-0-1801-JR-${matter}-${String(random.integer(1, 20)).padStart(2, '0')}`;
}

const monthsFromTroubleToJudgment = 6;
const alimonySince = monthOf(2023, 4);

/** Judicial debtors (REDJUM) and, for natural persons, alimony debtors (REDAM). An entry holds from `desde` on. */
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
  // Drawn from the stream of its month, so that a later entry does not change it.
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

const monthsFromTroubleToBulletin = 9;

/** The insolvency bulletin always answers, also when the taxpayer is not listed. */
export const boletin_concursal: Generator = (inquiry) => {
  const { insolvent, troubledSince } = inquiry.taxpayer.condition;
  const listedSince = troubledSince + monthsFromTroubleToBulletin;
  const listed = insolvent && listedSince < inquiry.month;
  const number = String(inquiry.random.integer(1, 400)).padStart(3, '0');
  const day = inquiry.random.integer(1, 28);
  return {
    listado: listed,
    procedimiento: listed
      ? {
          expediente: `${number}-${Math.floor(listedSince / 12)}/CCO`,
          tipo: 'PROCEDIMIENTO CONCURSAL ORDINARIO',
          fecha_publicacion: dayText(listedSince, day),
          estado: 'EN TRAMITE',
        }
      : null,
  };
};
