import { nullable } from '@vigia/contracts';
import { Type, type Static, type TObject } from 'typebox';
import { exactSum } from '../../../domain/periods.js';
import { registerMonth } from '../../../domain/register-values.js';

/** The limit is far beyond any trade, and amounts up to it are exact in cents. */
export const dollars = Type.Number({ minimum: 0, maximum: 1e12 });

/** A month's trade in one tariff heading with one country. */
export const operation = Type.Object({
  periodo: registerMonth,
  /** Ten digits; a leading zero may be missing. */
  partida: Type.String({ pattern: '^[0-9]{9,10}$' }),
  descripcion: Type.String(),
  pais: Type.String({ minLength: 1 }),
  declaraciones: Type.Integer({ minimum: 0 }),
  fob_usd: dollars,
});
export type Operation = Static<typeof operation>;

const exchangeRate = Type.Object({
  periodo: registerMonth,
  /** Soles per dollar; null where none was published. */
  promedio: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000 })),
});

/** The customs answer about one direction of trade. A taxpayer without trade has no operations, which is also an answer. */
export const customsReport = <O extends TObject>(operations: O) =>
  Type.Object({
    pendiente_de_calculo: Type.Boolean(),
    /** The last month with published data. */
    corte: nullable(registerMonth),
    /** The months that are completely known, if not every month up to the cut is. */
    meses_publicados: Type.Optional(Type.Array(registerMonth)),
    /** Months with a line that could not be read: without an operation, they are not months without trade. */
    meses_incompletos: Type.Optional(Type.Array(registerMonth)),
    operaciones: Type.Array(operations),
    /** Distinct declarations, if the source counts them: a declaration with two headings is in two operations. */
    declaraciones_del_mes: Type.Optional(Type.Array(Type.Object({ periodo: registerMonth, declaraciones: Type.Integer({ minimum: 0 }) }))),
    tipos_cambio: Type.Array(exchangeRate),
  });

export type CustomsReport<O extends Operation> = Omit<Static<ReturnType<typeof customsReport>>, 'operaciones'> & { operaciones: O[] };

/** A month's trade in one heading with one country, in either direction. */
export interface TradeLine {
  month: string;
  heading: string;
  headingName: string;
  country: string;
  declarations: number;
  dollars: number;
}

/** `amounts` returns the parts of an operation's value. */
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

/** Converted month by month; null if a month with trade has no exchange rate. */
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

/** The country or heading with the largest share of the value, measured in dollars because exchange rates may be missing. */
export function leader(lines: readonly TradeLine[], by: 'country' | 'heading'): { name: string; percentage: number } | null {
  const total = dollarsOf(lines);
  if (total === 0) return null;
  const parts = [...grouped(lines, by)].map(([name, own]) => ({ name, dollars: dollarsOf(own) }));
  // Equal shares are ordered by name, so that the result does not depend on the order of the operations.
  const [first] = parts.toSorted((a, b) => b.dollars - a.dollars || (a.name < b.name ? -1 : 1));
  return first ? { name: first.name, percentage: Math.round((first.dollars / total) * 10_000) / 100 } : null;
}

/** In one pass: a large importer has thousands of headings, each with lines for every month and country. */
function grouped(lines: readonly TradeLine[], by: 'country' | 'heading'): Map<string, TradeLine[]> {
  const groups = new Map<string, TradeLine[]>();
  for (const line of lines) {
    const own = groups.get(line[by]);
    if (own) own.push(line);
    else groups.set(line[by], [line]);
  }
  return groups;
}
