import { limaDay } from '@vigia/contracts';
import { waitUntil } from './wait-until.js';

const minuteMs = 60_000;

/** Today in Lima, once so many minutes of it are left: a test that expects something of its day must not go on past midnight. */
export function todayInLima({ minutesLeft = 1 } = {}): Promise<string> {
  const lasts = () => {
    const [now, later] = [0, minutesLeft * minuteMs].map((aheadMs) => limaDay(new Date(Date.now() + aheadMs)));
    return now === later && now!;
  };
  return waitUntil(lasts, { what: 'enough is left of the day, or the next one has begun', timeoutMs: (minutesLeft + 1) * minuteMs });
}
