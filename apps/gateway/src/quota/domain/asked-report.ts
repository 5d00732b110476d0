import { chargePosition, VigiaError } from '@vigia/contracts';
import { isDay } from '../../domain/lima-time.js';
import { type Separator, separators } from './csv.js';

/** The same question for the page that follows, as a path with its query. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const [path = '', query] = url.split('?', 2);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) asked.set(name, value);
  return `${path}?${asked.toString()}`;
}

type Query = Record<string, unknown>;

export function askedLine({ desde_linea: line }: Query): number {
  if (line === undefined) return 0;
  if (typeof line !== 'string' || !/^[0-9]{1,9}$/.test(line)) throw refused('desde_linea must be what an earlier page gave as siguiente');
  return Number(line);
}

export function askedPosition({ desde_cargo: position }: Query): string | undefined {
  if (position === undefined) return undefined;
  if (typeof position !== 'string' || !chargePosition.test(position)) {
    throw refused('desde_cargo must be what an earlier page gave as siguiente');
  }
  return position;
}

/** The query goes before the header: a link can carry only the one. */
export function askedFormat({ formato }: Query, accept = ''): 'json' | 'csv' {
  if (formato === undefined) return accept.includes('text/csv') && !accept.includes('application/json') ? 'csv' : 'json';
  if (formato === 'json') return 'json';
  if (formato !== 'csv') throw refused('formato must be json or csv');
  return formato;
}

export function askedSeparator({ separador = 'coma' }: Query): Separator {
  if (separador !== 'coma' && separador !== 'punto_y_coma') throw refused('separador must be coma or punto_y_coma');
  return separators[separador];
}

export function askedDays({ desde, hasta }: Query): { from: string; to: string } {
  const days = { from: day('desde', desde), to: day('hasta', hasta) };
  return inOrder(days);
}

/** Either end may be left open. */
export function askedPeriod({ desde, hasta }: Query): { from?: string; to?: string } {
  return inOrder({
    ...(desde !== undefined && { from: day('desde', desde) }),
    ...(hasta !== undefined && { to: day('hasta', hasta) }),
  });
}

function inOrder<Days extends { from?: string; to?: string }>(days: Days): Days {
  if (days.from && days.to && days.from > days.to) throw refused('desde must not be after hasta');
  return days;
}

function day(name: string, value: unknown): string {
  if (typeof value !== 'string' || !isDay(value)) throw refused(`${name} must be a day, written YYYY-MM-DD`);
  return value;
}

function refused(detail: string): VigiaError {
  return VigiaError.of('bad_request', { detail });
}
