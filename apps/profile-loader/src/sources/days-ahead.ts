import { endOfLimaDay, limaDay, type Day } from '@vigia/contracts';
import { monthOf } from '../domain/periods.js';
import { isoDay } from '../domain/register-values.js';
import type { Tidied } from './source-mapping.js';

/** Reports may be dated in another time zone, so the day after the answer is not ahead. */
function isAhead(day: string, answeredOn: Day): boolean {
  return day > limaDay(endOfLimaDay(answeredOn));
}

/** Leaves out the lines of a list that begin on a day after the answer: such a day is wrong, and the figures would be counted up to it. */
export function withoutLinesAhead<List extends string, Line>(list: List, dayOf: (line: Line) => string) {
  return <Raw extends Record<List, Line[]>>(raw: Raw, answeredOn: Day): Tidied<Raw> => {
    const lines = raw[list];
    const kept = lines.filter((line) => !isAhead(dayOf(line), answeredOn));
    const ahead = lines.length - kept.length;
    if (ahead === 0) return { kept: raw, note: null };
    const note = `${ahead} de ${lines.length} líneas no se ${ahead === 1 ? 'contó' : 'contaron'}: su fecha es posterior a la consulta.`;
    return { kept: { ...raw, [list]: kept }, note, isPartial: true };
  };
}

/** The same for lines of a month: until it begins it states nothing, and the latest month would be without what is known of today's. */
export function withoutMonthsAhead<List extends string>(list: List) {
  return withoutLinesAhead(list, ({ periodo }: { periodo: string }) => `${periodo}-01`);
}

/** The last month that is not ahead. */
export function latestMonth(answeredOn: Day): string {
  return monthOf(limaDay(endOfLimaDay(answeredOn)));
}

/** An end after the answer has not come yet: what was answered is open. */
export function endSoFar(registryDay: string | null, answeredOn: Day): string | null {
  return registryDay !== null && isAhead(isoDay(registryDay), answeredOn) ? null : registryDay;
}
