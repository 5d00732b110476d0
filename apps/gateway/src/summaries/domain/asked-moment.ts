import { VigiaError } from '@vigia/contracts';
import { endOfLimaDay, isDay, limaDay } from '../../domain/lima-time.js';

/** The end of the day that was asked for, or this moment while that day still runs; undefined when none was asked for. */
export function askedMoment(fecha: unknown, now: Date): Date | undefined {
  if (fecha === undefined) return undefined;
  if (typeof fecha !== 'string' || !isDay(fecha)) throw VigiaError.of('bad_request', { detail: 'fecha must be a day, written YYYY-MM-DD' });
  if (fecha > limaDay(now)) throw VigiaError.of('bad_request', { detail: 'fecha must not be in the future' });
  const end = endOfLimaDay(fecha);
  return end < now ? end : now;
}
