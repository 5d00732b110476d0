import { VigiaError } from '@vigia/contracts';
import { askedDay, endOfLimaDay, limaDay } from '../../domain/lima-time.js';

/** The end of the day that was asked for, or this moment while that day still runs; undefined when none was asked for. */
export function askedMoment(fecha: unknown, now: Date): Date | undefined {
  if (fecha === undefined) return undefined;
  const day = askedDay('fecha', fecha);
  if (day > limaDay(now)) throw VigiaError.of('bad_request', { detail: 'fecha must not be in the future' });
  const end = endOfLimaDay(day);
  return end < now ? end : now;
}
