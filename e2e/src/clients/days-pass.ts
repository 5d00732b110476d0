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

export function dayInLima(daysAgo: number): Day {
  return limaDay(new Date(Date.now() - daysAgo * 86_400_000));
}
