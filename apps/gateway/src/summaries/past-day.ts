import { endOfLimaDay, VigiaError } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';

/**
 * What is read as of the end of a day that a caller asks for. The day is compared with today by the clock of the database, as everything
 * else that is read for it: by the clock of a gateway that is a little behind, today would still be to come in the first moments after
 * midnight. Both are asked together, so that the comparison takes no time of its own. Therefore `read` must return undefined for what it does
 * not find: a refusal of its own might come before that of the day.
 */
export async function asOfPastDay<Found>(database: Database, day: string, read: (end: Date) => Promise<Found>): Promise<Found> {
  const [[today], found] = await Promise.all([
    database.rows<{ isAhead: boolean }>(sql`SELECT $1::date > public.lima_today() AS is_ahead`, [day]),
    read(endOfLimaDay(day)),
  ]);
  if (today?.isAhead) throw VigiaError.of('bad_request', { detail: 'fecha must not be after today in Lima' });
  return found;
}
