import { setBusinessClock, type System } from '@vigia/testing';

/** Sets the time of business to the beginning of that minute, so that a minute is left before a midnight that comes close. */
export async function itIs(system: System, instant: string): Promise<void> {
  await setBusinessClock(system.database, `${instant.slice(0, 16)}:00Z`);
}

/** Sets the time of business back to the end of that minute if it is over. It never goes back within the minute: what has begun stays begun. */
export async function itIsStill(system: System, instant: string): Promise<void> {
  const minute = `${instant.slice(0, 16)}:00Z`;
  await system.database.query(
    `UPDATE public.test_clock SET ahead = $1::timestamptz + interval '59 seconds' - now() WHERE public.business_now() >= $1::timestamptz + interval '1 minute'`,
    [minute],
  );
}
