import { sql } from '@vigia/database';
import { inspectBroker } from '@vigia/messaging';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'clocks';
const tolerated = 1_000;
/** A new token would not be valid yet, and a lease would end before it began. */
const dangerous = 5_000;

interface Reading {
  clock: string;
  aheadMs: number;
}

const mostTries = 3;

/**
 * The doctor compares at half the round trip, so that the network time does not count. A round trip with a long pause says nothing: the doctor
 * asks again, and the shortest one counts.
 */
async function reading(clock: string, now: () => number, ask: () => Promise<number>): Promise<Reading> {
  let [aheadMs, shortest] = [0, Infinity];
  for (let tries = 1; tries <= mostTries && shortest > tolerated; tries += 1) {
    const before = now();
    const theirs = await ask();
    const after = now();
    if (after - before < shortest) [aheadMs, shortest] = [Math.round(theirs - (before + after) / 2), after - before];
  }
  return { clock, aheadMs };
}

export const checkClocks: Check = async ({ database, brokerUrl, now }) => {
  const readings = [
    await reading('database', now, async () => {
      const [row] = await database.rows<{ ms: number }>(sql`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`);
      return row!.ms;
    }),
    await reading('broker', now, async () => (await inspectBroker(brokerUrl)).clockMs),
  ];
  const told = readings.map(({ clock, aheadMs }) => `${clock} ${aheadMs >= 0 ? '+' : ''}${aheadMs} ms`).join(', ');
  const worst = Math.max(...readings.map(({ aheadMs }) => Math.abs(aheadMs)));
  const advice = 'Let every machine follow a time server (chrony, systemd-timesyncd).';
  if (worst > dangerous) return [wrong(check, told, advice)];
  return worst > tolerated ? [attention(check, told, advice)] : [fine(check, told)];
};
