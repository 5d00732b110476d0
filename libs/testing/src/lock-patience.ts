import { VigiaError } from '@vigia/contracts';
import { BrokerUnavailableError } from '@vigia/messaging';
import { GiveUp, waitUntil } from './wait-until.js';

/**
 * False if the service refused because it cannot do the work now: it waits two seconds for a lock, and on a busy machine that may be over
 * before the test releases the lock. The broker has two seconds to take the request, which may be over as early. Any other error ends a
 * `waitUntil`.
 */
export async function isDoneInTime(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (isTooLate(error)) return false;
    throw new GiveUp(`not a wait for a lock: ${(error as Error).message}`, { cause: error });
  }
}

/** The result of a scene in which a service waits for a lock of the test. It is repeated while the service gives up too early. */
export async function withinLockPatience<T>(scene: () => Promise<T>): Promise<T> {
  const results: T[] = [];
  const isPlayed = () => isDoneInTime(scene().then((result) => results.push(result)));
  await waitUntil(isPlayed, { what: 'the service waits for its lock long enough' });
  return results[0]!;
}

/** The answer or the refusal of a service. It is asked again while it cannot do the work in time, so it must be possible to ask it twice. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const answered = await waitUntil(
    async () => {
      const [settled] = await Promise.allSettled([ask()]);
      return !(settled.status === 'rejected' && isTooLate(settled.reason)) && settled;
    },
    { what: 'the service has time for what it is asked' },
  );
  if (answered.status === 'rejected') throw answered.reason;
  return answered.value;
}

function isTooLate(error: unknown): boolean {
  return error instanceof BrokerUnavailableError || (error instanceof VigiaError && error.code === 'unavailable');
}
