import type { SectionContents } from '@vigia/contracts';
import { percent } from '#language/money.ts';

type Finances = SectionContents['finanzas'];

/** The share of a rating in a debt. Shares are rounded, and only of the worst rating it is certain that it has a share. */
export function shareText(
  { calificacion, porcentaje }: Finances['calificaciones_financieras'][number],
  worst: Finances['peor_calificacion'],
): string {
  return porcentaje === 0 && calificacion === worst?.calificacion ? '<0.01%' : percent(porcentaje);
}
