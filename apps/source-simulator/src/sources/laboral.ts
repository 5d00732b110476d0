import { cents } from '../domain/amount.js';
import type { Size } from '../domain/condition.js';
import type { Generator } from '../domain/inquiry.js';
import { dayText, monthText } from '../domain/month.js';
import { isActive } from '../domain/traits.js';
import type { Range } from '../domain/world.js';
import { labourMatters, pensionFunds } from '../material/institutions.js';

const monthsReported = 13;
const monthsKept = 24;
const publicationLagMonths = 1;
const payrollLagMonths = 2;
const headcounts: Record<Size, Range> = { person: [0, 3], micro: [1, 8], small: [8, 60], medium: [60, 250], large: [250, 3_000] };

/** The payroll as declared each month. A taxpayer that is not active or has no RUC employs nobody. */
export const trabajadores: Generator = (inquiry) => {
  const { taxpayer, random } = inquiry;
  const { condition, ruc, traits } = taxpayer;
  const usual = random.between(headcounts[condition.size]);
  const contractorShare = random.between([0, 0.3]);
  const retired = random.chance(0.1) ? random.integer(1, 2) : 0;
  const months = inquiry.published(monthsReported, payrollLagMonths).filter((month) => month >= condition.registeredSince);
  if (!ruc || !isActive(traits.registration) || months.length === 0) return null;

  return {
    periodos: months.map((month) => {
      const left = 1 - condition.trouble.payrollFall * inquiry.severity(month);
      const workers = Math.round(usual * left * inquiry.in(month).between([0.95, 1.05]));
      const contractors = Math.round(workers * contractorShare);
      return {
        periodo: monthText(month),
        trabajadores: workers,
        pensionistas: retired,
        prestadores_servicio: contractors,
        total: workers + retired + contractors,
      };
    }),
  };
};

/** Contributions withheld or due and not paid to pension funds and health insurance. */
export const deuda_laboral: Generator = (inquiry) => {
  const { labourDebt } = inquiry.taxpayer.condition.trouble;
  const creditors = inquiry.random.sample(pensionFunds, 2);
  const debts = inquiry.published(monthsReported, publicationLagMonths).flatMap((month) => {
    const amount = labourDebt * inquiry.severity(month);
    return creditors.map((entidad, i) => ({ periodo: monthText(month), entidad, monto: cents(amount * (i === 0 ? 0.7 : 0.3)) }));
  });
  const owed = debts.filter(({ monto }) => monto > 0);
  return owed.length > 0 ? { deudas: owed } : null;
};

/** Fines of the labour inspection, one line per resolution. */
export const resoluciones_laborales: Generator = (inquiry) => {
  const { trouble } = inquiry.taxpayer.condition;
  const resolutions = inquiry.published(monthsKept, publicationLagMonths).flatMap((month) => {
    const random = inquiry.in(month);
    if (!random.chance((trouble.resolutionsPerYear / 12) * inquiry.severity(month))) return [];
    const year = Math.floor(month / 12);
    return {
      numero: `Resolución de Sub Intendencia N° ${random.integer(1, 999)}-${year}-SUNAFIL/ILM/SIRE${random.integer(1, 6)}`,
      fecha: dayText(month, random.integer(1, 28)),
      materia: random.pick(labourMatters),
      monto: cents(random.between([1_500, 45_000])),
      estado: random.pick(['FIRME', 'APELADA']),
    };
  });
  return resolutions.length > 0 ? { resoluciones: resolutions } : null;
};
