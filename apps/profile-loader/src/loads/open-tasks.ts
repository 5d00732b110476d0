import { sql, type Database } from '@vigia/database';
import { DueRows, earliestDue } from '@vigia/dispatch';

export const isOpen = sql`state IN ('waiting', 'pending') AND closed_at IS NULL`;

const earliestOpen = earliestDue(sql`deadline_at`, sql`profiles.task WHERE ${isOpen} AND deadline_at >= $1::timestamptz`);

/** Finds where the tasks that are not closed begin in the index by their deadline. */
export function openTasks(database: Database): DueRows {
  return new DueRows((since) => database.rows(earliestOpen, [since]));
}
