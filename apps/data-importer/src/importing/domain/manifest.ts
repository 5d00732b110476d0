import { isDay, isInstant, limaDay } from '@vigia/contracts';

/** The description beside a dropped file: its source, and what the file must contain. */
export interface Manifest {
  /** The name of the data set. */
  source: string;
  /** The year, month or day that it covers: `2026`, `2026-11` or `2026-11-20`. */
  period: string;
  /** `2026-11-20` */
  publishedOn: string;
  sha256: string;
  /** Lines of data in the file: records without titles, or entries of XML. */
  rows: number;
  /** What its creator had to leave out. */
  rejected: number;
}

/** The manifest, or everything that is wrong with it. */
export function manifestOf(json: string, dataset: string): Manifest | string[] {
  const given = parsed(json);
  if (!given) return ['it is no JSON object'];
  const { source, period, published_at: publishedAt, sha256, rows, rejected } = given;
  const publishedOn = dayOf(publishedAt);
  const faults: string[] = [];
  const wants = (isRight: boolean, fault: string) => isRight || faults.push(fault);
  wants(source === dataset, `source is to be ${dataset}, the name of its folder`);
  wants(isPeriod(period), 'period is to be a year, a month or a day, such as 2026-11');
  wants(publishedOn !== undefined, 'published_at is to be a day or an instant, such as 2026-11-20');
  wants(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256), 'sha256 is to be 64 digits of 0-9 and a-f');
  wants(isCount(rows) && rows > 0, 'rows is to be how many lines of data the file has');
  wants(isCount(rejected), 'rejected is to be how many lines its maker left out');
  wants(!isPeriod(period) || !publishedOn || firstDayOf(period) <= publishedOn, 'published_at is before its period begins');
  if (faults.length > 0) return faults;
  return { source, period, publishedOn, sha256, rows, rejected } as Manifest;
}

/** What an import found in the file. */
interface Found {
  /** Lines of data, including rejected ones. */
  lines: number;
  /** The first day of its week or month, if the data set has many files; else empty. */
  part: string;
  isWeek: boolean;
}

/** How a file differs from its manifest. */
export function contradictions({ rows, period }: Pick<Manifest, 'rows' | 'period'>, { lines, part, isWeek }: Found): string[] {
  const found: string[] = [];
  if (lines !== rows) found.push(`its manifest counts ${rows} lines, and it has ${lines}`);
  if (part !== '' && !daysOf(part, isWeek).some((day) => day.startsWith(period)))
    found.push(`its manifest is about ${period}, and it is of the ${isWeek ? 'week' : 'month'} of ${part}`);
  return found;
}

const dayMs = 86_400_000;

function daysOf(part: string, isWeek: boolean): string[] {
  const first = Date.parse(part);
  const days = Array.from({ length: isWeek ? 7 : 31 }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10));
  return isWeek ? days : days.filter((day) => day.startsWith(part.slice(0, 7)));
}

/** False also for the beginning of a manifest that is still being written. */
export const isJson = (text: string): boolean => valueOf(text) !== undefined;

function parsed(json: string): Record<string, unknown> | undefined {
  const given = valueOf(json);
  return given !== null && typeof given === 'object' && !Array.isArray(given) ? (given as Record<string, unknown>) : undefined;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const firstDayOf = (period: string) => `${period}-01-01`.slice(0, 10);
const isPeriod = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}(?:-\d{2}){0,2}$/.test(value) && isDay(firstDayOf(value));

/** An instant counts by its day in Lima. */
function dayOf(value: unknown): string | undefined {
  if (isDay(value)) return value;
  return typeof value === 'string' && isInstant(value) ? limaDay(new Date(value)) : undefined;
}
