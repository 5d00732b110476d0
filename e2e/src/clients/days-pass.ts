import { type Day, limaDay } from '@vigia/contracts';
import type { TestDatabase } from '@vigia/testing';

const moved = [
  ['billing.access_period', 'opened_at'],
  ['profiles.load', 'closed_at'],
  ['profiles.section_version', 'valid_from'],
  ['profiles.source_answer', 'answered_at'],
];

/** Moves everything in the profile three days into the past. */
export async function threeDaysPass(database: TestDatabase, taxId: string): Promise<void> {
  for (const [table, column] of moved)
    await database.query(`UPDATE ${table} SET ${column} = ${column} - interval '3 days' WHERE tax_id = $1`, [taxId]);
}

/** Midnight may pass while a spec runs, so a spec counts its days from a load. */
export async function lastLoadOf(database: TestDatabase, taxId: string): Promise<Date> {
  const [last] = await database.query<{ at: Date }>('SELECT max(closed_at) AS at FROM profiles.load WHERE tax_id = $1', [taxId]);
  return last!.at;
}

export function dayInLima(daysAgo: number, from = new Date()): Day {
  return limaDay(new Date(from.getTime() - daysAgo * 86_400_000));
}
