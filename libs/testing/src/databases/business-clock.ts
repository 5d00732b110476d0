import type { TestDatabase } from './test-database.js';

/** Sets the time of business, which goes on from that instant. Only connections that were opened with a test clock follow it. */
export async function setBusinessClock(database: TestDatabase, instant: string): Promise<void> {
  await database.query(
    `INSERT INTO public.test_clock VALUES ($1::timestamptz - now()) ON CONFLICT ((true)) DO UPDATE SET ahead = excluded.ahead`,
    [instant],
  );
}
