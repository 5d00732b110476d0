import { cents } from '../../domain/amount.js';
import type { Generator } from '../../domain/inquiry.js';
import { dayText } from '../../domain/month.js';
import { titleKinds } from '../../material/offices.js';

const monthsKept = 24;
const publicationLagMonths = 1;

/** Protested titles. One that was paid later stays listed, with the day of its payment. */
export const protestos: Generator = (inquiry) => {
  const { trouble, debt } = inquiry.taxpayer.condition;
  const [newest] = inquiry.published(1, publicationLagMonths) as [number];
  const titles = inquiry.published(monthsKept, publicationLagMonths).flatMap((month) => {
    const random = inquiry.in(month);
    if (!random.chance((trouble.protestsPerYear / 12) * inquiry.severity(month))) return [];
    const paidIn = random.chance(0.3) ? month + random.integer(1, 6) : null;
    const paid = paidIn !== null && paidIn <= newest;
    return {
      tipo_titulo: random.pick(titleKinds),
      fecha: dayText(month, random.integer(1, 28)),
      monto: cents(random.between([500, Math.max(2_000, debt * 0.02)])),
      moneda: 'PEN',
      estado: paid ? 'REGULARIZADO' : 'NO REGULARIZADO',
      fecha_regularizacion: paid ? dayText(paidIn, 15) : null,
    };
  });
  return titles.length > 0 ? { titulos: titles } : null;
};
