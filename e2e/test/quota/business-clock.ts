import type { System } from '@vigia/testing';

/** Sets the time of business to the beginning of that minute, so that a minute is left before a midnight that comes close. */
export async function itIs(system: System, instant: string): Promise<void> {
  await system.database.query(
    `INSERT INTO public.test_clock VALUES ($1::timestamptz - now()) ON CONFLICT ((true)) DO UPDATE SET ahead = excluded.ahead`,
    [`${instant.slice(0, 16)}:00Z`],
  );
}
