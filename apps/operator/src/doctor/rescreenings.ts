import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, type Check } from './finding.js';

const check = 'rescreenings';

/** Profiles that a changed list affects, that could not be screened again, and that no refresh has screened since. */
export const checkRescreenings: Check = async ({ database }) => {
  const lists = await database.rows<{ list: string; profiles: number }>(
    sql`SELECT list, count(*)::int AS profiles FROM profiles.rescreening_task AS task
       JOIN profiles.rescreening ON rescreening.id = task.rescreening
       LEFT JOIN profiles.source_answer AS answer
         ON (answer.tax_id, answer.doc_type) = (task.tax_id, task.doc_type) AND source = 'listas_compliance'
     WHERE closed_at IS NOT NULL AND NOT is_screened AND NOT is_overtaken AND coalesce(answered_at < started_at, true)
     GROUP BY list ORDER BY list`,
  );
  return lists.length === 0
    ? [fine(check, 'every affected profile was screened again')]
    : lists.map(({ list, profiles }) =>
        attention(
          check,
          `${counted(profiles, 'profile keeps its', 'profiles keep their')} screening from before ${list} changed`,
          `Search the log of the loaders for \`profile not screened again\`, then run \`list rescreen ${list}\`.`,
        ),
      );
};
