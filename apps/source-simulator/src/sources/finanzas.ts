import { cents, percentages } from '../domain/amount.js';
import { isBanked } from '../domain/condition.js';
import { balancesAt, directBalance, type LenderBalance, type LenderShare, lendersOf, ratingFor } from '../domain/credit.js';
import type { Generator, Inquiry } from '../domain/inquiry.js';
import { closingDay, type Month, monthText } from '../domain/month.js';
import { type Counterparty, inventedCompany, inventedPerson } from '../domain/subject.js';
import { lenders } from '../material/institutions.js';

const monthsReported = 13;
const publicationLagMonths = 2;

/** Consolidated credit report: for each month the distribution by rating, and the balances of each lender by account. */
export const deuda_financiera: Generator = (inquiry) => {
  const { condition, traits } = inquiry.taxpayer;
  const months = inquiry.published(monthsReported, publicationLagMonths).filter((month) => month >= condition.bankedSince);
  if (!isBanked(condition) || months.length === 0) return null;

  const shares = lendersOf(condition, inquiry.random);
  const phase = inquiry.random.integer(0, 17);
  if (traits.balancesReported) return { reportes: months.map((month) => report(inquiry, month, shares, phase)) };
  return { reportes: [{ ...report(inquiry, months.at(-1)!, shares, phase), saldos: null }] };
};

function report(inquiry: Inquiry, month: Month, shares: readonly LenderShare[], phase: number) {
  const { condition } = inquiry.taxpayer;
  const severity = inquiry.severity(month);
  const daysOverdue = Math.round(condition.trouble.daysOverdue * severity);
  const random = inquiry.in(month);
  const season = 1 + 0.1 * Math.sin((2 * Math.PI * (month + phase)) / 18);
  const balances = shares.flatMap((lender): LenderBalance[] => {
    const debt = condition.debt * lender.share * season * random.between([0.98, 1.02]);
    const rating = ratingFor(lender.creditType, daysOverdue);
    const state = lender.affected ? { daysOverdue, rating, severity } : { daysOverdue: 0, rating: 0 as const, severity: 0 };
    return balancesAt(lender, debt, state, condition);
  });
  const direct = [0, 1, 2, 3, 4].map((level) => directBalance(balances.filter((row) => row.calificacion === level)));
  const [sal_nor, sal_cpp, sal_def, sal_dud, sal_per] = percentages(direct.map(cents));
  return {
    fecha_reporte: closingDay(month),
    numero_entidades: shares.length,
    sal_nor,
    sal_cpp,
    sal_def,
    sal_dud,
    sal_per,
    saldos: balances,
  };
}

const ratingNames = ['NOR', 'NOR', 'NOR', 'CPP', 'DEF'];

/** Guarantors and guaranteed debts, of the latest cut only: it is not a monthly series. */
export const codeudores_avales: Generator = (inquiry) => {
  const { guarantors, guaranteed } = inquiry.taxpayer.traits;
  if (guarantors + guaranteed === 0) return null;
  const firstPerson = inquiry.random.integer(0, 9_999);
  return {
    corte: monthText(inquiry.month - publicationLagMonths),
    vinculos: [
      ...Array.from({ length: guarantors }, (_, i) => link(inquiry, 'a_favor', firstPerson + i, i)),
      ...Array.from({ length: guaranteed }, (_, i) => link(inquiry, 'como_garante', firstPerson + guarantors + i, i)),
    ],
  };
};

function link({ world, taxpayer, random }: Inquiry, direccion: 'a_favor' | 'como_garante', person: number, position: number) {
  const rol = random.chance(0.6) ? 'aval' : 'codeudor';
  const company = inventedCompany(world, random);
  const contraparte = random.chance(0.15) ? company : inventedPerson(world, person);
  const amount = cents(random.between([1_000, 150_000]));
  const rating = random.pick(ratingNames);
  const lender = random.pick(lenders);
  const incomplete = taxpayer.traits.partialDocuments;
  return {
    direccion,
    rol,
    contraparte: incomplete && position % 2 === 0 ? masked(contraparte) : contraparte,
    entidad: incomplete && position % 3 === 2 ? null : lender,
    monto: incomplete && position % 3 === 1 ? null : amount,
    calificacion: rol === 'aval' ? rating : null,
  };
}

function masked(counterparty: Counterparty): Counterparty {
  return { ...counterparty, numero_documento: `***${counterparty.numero_documento.slice(-4)}` };
}
