import { endOfLimaDay, VigiaError } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';

/**
 * The end of a day that a caller asks for. The day is compared with today by the clock of the database, as everything else that is read for
 * it: by the clock of a gateway that is a little behind, today would still be to come in the first moments after midnight.
 */
export async function endOfPastDay(database: Database, day: string): Promise<Date> {
  const [found] = await database.rows<{ isAhead: boolean }>(sql`SELECT $1::date > public.lima_today() AS is_ahead`, [day]);
  if (found?.isAhead) throw VigiaError.of('bad_request', { detail: 'fecha must not be after today in Lima' });
  return endOfLimaDay(day);
}
