import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { dayText } from '../../domain/month.js';
import { labourMatters } from '../../material/offices.js';

const monthsKept = 24;
const publicationLagMonths = 1;

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
