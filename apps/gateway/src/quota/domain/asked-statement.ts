import { VigiaError } from '@vigia/contracts';
import { isDay } from '../../domain/lima-time.js';

type Query = Record<string, unknown>;

export function askedLine({ desde_linea: line }: Query): number {
  if (line === undefined) return 0;
  if (typeof line !== 'string' || !/^[0-9]{1,9}$/.test(line)) throw refused('desde_linea must be what an earlier page gave as siguiente');
  return Number(line);
}

/** The query goes before the header: a link can carry only the one. */
export function askedFormat({ formato }: Query, accept = ''): 'json' | 'csv' {
  if (formato === undefined) return accept.includes('text/csv') && !accept.includes('application/json') ? 'csv' : 'json';
  if (formato === 'json') return 'json';
  if (formato !== 'csv') throw refused('formato must be json or csv');
  return formato;
}

export function askedDays({ desde, hasta }: Query): { from: string; to: string } {
  const from = day('desde', desde);
  const to = day('hasta', hasta);
  if (from > to) throw refused('desde must not be after hasta');
  return { from, to };
}

function day(name: string, value: unknown): string {
  if (typeof value !== 'string' || !isDay(value)) throw refused(`${name} must be a day, written YYYY-MM-DD`);
  return value;
}

function refused(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
