import type { Inquiry } from '../../domain/inquiry.js';
import { monthText, type Month } from '../../domain/month.js';

/** Soles per dollar, monthly average: one series for the whole country. */
export function exchangeRates({ world, taxpayer }: Inquiry, months: readonly Month[]) {
  return months.map((month) => {
    // One month of every year, so that each window of twelve has a gap.
    const missing = taxpayer.traits.tradeFigures === 'without_exchange_rate' && month % 12 === 4;
    const wave = 3.7 + 0.12 * Math.sin(month / 7);
    const average = Math.round((wave + world.stream('tipo_cambio', month).between([-0.03, 0.03])) * 10_000) / 10_000;
    return { periodo: monthText(month), promedio: missing ? null : average };
  });
}
