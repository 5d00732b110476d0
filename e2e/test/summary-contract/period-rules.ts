/** How fields of one object that speak of three periods are called: now, some months before, and the difference. */
interface Comparison {
  now: string;
  before: string;
  variation: string;
}

const spans = [
  ['seis', 6],
  ['doce', 12],
] as const;

const comparisons: Comparison[] = spans.flatMap(([span]) =>
  ['monto', 'cantidad'].flatMap((what) => [
    { now: `${what}_ultimo_periodo`, before: `${what}_${span}_meses_anteriores`, variation: `variacion_${span}_meses` },
    { now: `${what}_ultimo_periodo`, before: `${what}_${span}_meses_anteriores`, variation: `variacion_${span}_meses_anteriores` },
    { now: `${what}_total_actual`, before: `${what}_${span}_meses`, variation: `variacion_${what}_${span}` },
  ]),
);

type Field = string | number | null | undefined;
type Fields = Record<string, Field>;

/** Every broken rule about periods, at any depth: variations are differences, and dates are six and twelve months apart. */
export function brokenPeriodRules(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, inner]) => brokenPeriodRules(inner, `${path}/${key}`));
  return [...variationsOf(value as Fields), ...datesOf(value as Fields)].map((broken) => `${path}: ${broken}`).concat(inside);
}

function variationsOf(fields: Fields): string[] {
  return comparisons
    .filter(({ now, before, variation }) => now in fields && before in fields && variation in fields)
    .filter(({ now, before, variation }) => fields[variation] !== difference(fields[now], fields[before]))
    .map(({ now, before, variation }) => `${variation} ${fields[variation]} of ${fields[now]} and ${fields[before]}`);
}

/** To the cent; null as soon as one of the two is not known. */
function difference(now: Field, before: Field): number | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null;
  return (Math.round(now * 100) - Math.round(before * 100)) / 100;
}

function datesOf(fields: Fields): string[] {
  const { fecha_ultimo_periodo: latest } = fields;
  if (latest === undefined) return [];
  return spans
    .map(([span, months]) => [fields[`fecha_${span}_meses_anteriores`], months] as const)
    .filter(([before, months]) => before !== null && (latest === null || monthNumber(latest) - monthNumber(before) !== months))
    .map(([before, months]) => `${before} is not ${months} months before ${latest}`);
}

/** Takes YYYY-MM-DD, YYYY-MM or MM/YYYY. */
export function monthNumber(date: Field): number {
  const text = String(date);
  const [year, month] = text.includes('/') ? text.split('/').reverse() : text.split('-');
  return Number(year) * 12 + Number(month);
}
