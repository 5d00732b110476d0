import { limaDay } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';

/**
 * Counted from the first day of a week: its file is published a week after the last day, and disappears from the customs page 67 days after
 * it.
 */
const [outAfterDays, keptForDays] = [6 + 7, 6 + 67];

interface MissingWeek {
  dataset: string;
  week: string;
  /** The last day on which it is available. */
  leavesOn: string;
  daysLeft: number;
}

/**
 * The oldest week of each data set of trade that is not in force and that its publisher still has. Weeks are counted from the first one in
 * force: nobody asked for earlier ones.
 */
export function missingWeeks(database: Database): Promise<MissingWeek[]> {
  return database.rows<MissingWeek>(
    sql`SELECT dataset, min(week) AS week, min(week) + $3::int AS leaves_on, min(week) + $3::int - $1::date AS days_left
        FROM (
          SELECT dataset, generate_series(min(part)::timestamp, $1::date - ($2::int + 1) * interval '1 day', '7 days')::date AS week
          FROM registry.current JOIN registry.dataset ON name = dataset WHERE kind = 'trade' GROUP BY dataset) AS expected
        WHERE week + $3::int >= $1::date AND NOT EXISTS (
          SELECT FROM registry.current WHERE current.dataset = expected.dataset AND part BETWEEN week::text AND (week + 6)::text)
        GROUP BY dataset`,
    [limaDay(new Date()), outAfterDays, keptForDays],
  );
}
