import { exactSum } from '../../../domain/exact-amounts.js';
import type { CustomsReport, Operation } from './customs-report.js';

/** A month's trade in one heading with one country, whatever its direction. */
export interface TradeLine {
  month: string;
  heading: string;
  headingName: string;
  country: string;
  declarations: number;
  dollars: number;
}

/** `amounts` says what the value of an operation is made of. */
export function tradeLines<O extends Operation>({ operaciones }: CustomsReport<O>, amounts: (operation: O) => number[]): TradeLine[] {
  return operaciones.map((operation) => ({
    month: operation.periodo,
    heading: operation.partida.padStart(10, '0'),
    headingName: operation.descripcion,
    country: operation.pais,
    declarations: operation.declaraciones,
    dollars: exactSum(amounts(operation)),
  }));
}

function dollarsOf(lines: readonly TradeLine[]): number {
  return exactSum(lines.map(({ dollars }) => dollars));
}

export type Rates = ReadonlyMap<string, number | null>;

/** Converted month by month. Null as soon as a month with trade has no exchange rate; a month without trade needs none. */
export function inSoles(lines: readonly TradeLine[], rates: Rates): number | null {
  const months = [...new Set(lines.map(({ month }) => month))].toSorted();
  let cents = 0;
  for (const month of months) {
    const dollars = dollarsOf(lines.filter((line) => line.month === month));
    const rate = rates.get(month) ?? null;
    if (dollars === 0) continue;
    if (rate === null) return null;
    cents += Math.round(dollars * 100) * rate;
  }
  return Math.round(cents) / 100;
}

/** Who has the largest part of the value, which is measured in dollars: it can be told without exchange rates. */
export function leader(lines: readonly TradeLine[], by: 'country' | 'heading'): { name: string; percentage: number } | null {
  const total = dollarsOf(lines);
  if (total === 0) return null;
  const parts = [...new Set(lines.map((line) => line[by]))].map((name) => ({
    name,
    dollars: dollarsOf(lines.filter((line) => line[by] === name)),
  }));
  // Of equals the first by name, so that the answer does not depend on the order of the operations.
  const [first] = parts.toSorted((a, b) => b.dollars - a.dollars || (a.name < b.name ? -1 : 1));
  return first ? { name: first.name, percentage: Math.round((first.dollars / total) * 10_000) / 100 } : null;
}
