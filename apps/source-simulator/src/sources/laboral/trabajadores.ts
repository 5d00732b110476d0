import type { Size } from '../../domain/condition.js';
import type { Generator } from '../../domain/inquiry.js';
import { monthText } from '../../domain/month.js';
import type { Range } from '../../domain/random.js';
import { isActive } from '../../domain/traits.js';

const monthsReported = 13;
const publicationLagMonths = 2;
const headcounts: Record<Size, Range> = { person: [0, 3], micro: [1, 8], small: [8, 60], medium: [60, 250], large: [250, 3_000] };

/** The payroll as declared each month. Who is not active or has no RUC employs nobody. */
export const trabajadores: Generator = (inquiry) => {
  const { taxpayer, random } = inquiry;
  const { condition, ruc, traits } = taxpayer;
  const usual = random.between(headcounts[condition.size]);
  const contractorShare = random.between([0, 0.3]);
  const retired = random.chance(0.1) ? random.integer(1, 2) : 0;
  const months = inquiry.published(monthsReported, publicationLagMonths).filter((month) => month >= condition.registeredSince);
  if (!ruc || !isActive(traits.standing) || months.length === 0) return null;

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
