import { endOfLimaDay, limaDay, type Day } from '@vigia/contracts';
import { isoDay } from '../domain/register-values.js';
import type { Tidied } from './source-mapping.js';

/** Reports may be dated in another time zone, so the day after the answer is not ahead. */
function isAhead(registryDay: string, answeredOn: Day): boolean {
  return isoDay(registryDay) > limaDay(endOfLimaDay(answeredOn));
}

/** Leaves out the lines whose own day is after the answer: such a day is wrong, and the figures would be counted up to it. */
export function withoutLinesAhead<Line>(lines: Line[], dayOf: (line: Line) => string, answeredOn: Day): Tidied<Line[]> {
  const kept = lines.filter((line) => !isAhead(dayOf(line), answeredOn));
  const ahead = lines.length - kept.length;
  if (ahead === 0) return { kept, note: null };
  return { kept, note: `${ahead} de ${lines.length} líneas no se contaron: su fecha es posterior a la consulta.`, isPartial: true };
}

/** An end after the answer has not come yet: what was answered is open. */
export function endSoFar(registryDay: string | null, answeredOn: Day): string | null {
  return registryDay !== null && isAhead(registryDay, answeredOn) ? null : registryDay;
}
