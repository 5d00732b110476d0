import type { TradeWindow } from '@vigia/contracts';
import { monthsBefore } from '../../../domain/calendar.js';
import { inSoles, leader, type Rates, type TradeLine } from './trade-lines.js';

const windowMonths = 12;

/** Three consecutive windows of twelve months, the most recent one first. */
export function tradeWindows(cut: string, lines: readonly TradeLine[], rates: Rates): TradeWindow[] {
  const windows = ([1, 2, 3] as const).map((ventana) => {
    const hasta = monthsBefore(cut, (ventana - 1) * windowMonths);
    const desde = monthsBefore(hasta, windowMonths - 1);
    const inWindow = linesBetween(lines, desde, hasta);
    return { ventana, desde, hasta, lines: inWindow, monto_soles: inSoles(inWindow, rates) };
  });
  return windows.map(({ ventana, desde, hasta, lines, monto_soles }, i) => {
    const country = leader(lines, 'country');
    return {
      ventana,
      desde,
      hasta,
      monto_soles,
      numero_operaciones: lines.reduce((sum, { declarations }) => sum + declarations, 0),
      variacion_porcentaje: percentageChange(monto_soles, windows[i + 1]?.monto_soles ?? null),
      principal_pais: country?.name ?? null,
      participacion_principal_pais: country?.percentage ?? null,
    };
  });
}

export function linesBetween(lines: readonly TradeLine[], from: string, to: string): TradeLine[] {
  return lines.filter(({ month }) => from <= month && month <= to);
}

function percentageChange(amount: number | null, base: number | null): number | null {
  if (amount === null || !base) return null;
  // Adding 0 makes 0 of -0.
  return Math.round(((amount - base) / base) * 10_000) / 100 + 0;
}
