import type { TestDatabase } from '@vigia/testing';

const moved = [
  ['billing.access_period', 'opened_at'],
  ['profiles.load', 'closed_at'],
  ['profiles.section_version', 'valid_from'],
  ['profiles.source_answer', 'answered_at'],
];

/** Whatever there is of the profile happened three days earlier than it did. */
export async function threeDaysPass(database: TestDatabase, taxId: string): Promise<void> {
  for (const [table, column] of moved)
    await database.query(`UPDATE ${table} SET ${column} = ${column} - interval '3 days' WHERE tax_id = $1`, [taxId]);
}

/** `2026-11-20`, as it is in Lima. */
export function limaDay(daysAgo: number): string {
  return new Date(Date.now() - 5 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
}
