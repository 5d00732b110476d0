import { describe, expect, it } from '@jest/globals';
import type { Claimed } from '../src/deliveries/claim-statement.js';
import { FirstAttempts } from '../src/deliveries/first-attempts.js';

const places = 5;

describe('first attempts', () => {
  let ends: (() => void)[] = [];
  let kicks = 0;
  let signal: AbortSignal | undefined;

  function firstAttempts(): FirstAttempts {
    [ends, kicks] = [[], 0];
    const run = (_claimed: Claimed, stopping: AbortSignal) => {
      signal = stopping;
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const [deliveries, dispatcher] = [{ attemptFrom: run }, { kick: () => (kicks += 1) }];
    type Parts = ConstructorParameters<typeof FirstAttempts>;
    const settings = { attemptsAtOnce: places, shutdownGraceMs: 10 };
    return new FirstAttempts(...([deliveries, dispatcher, settings, console] as unknown as Parts));
  }

  const claimed = (count: number) => Array.from({ length: count }, () => ({ deliveryId: 'd' }) as Claimed);
  const roomFor = (attempts: FirstAttempts, atMost: number) => {
    let given = 0;
    return attempts.within(atMost, async (room) => ((given = room), [])).then(() => given);
  };

  it('have as much room as is left by those that are under way or about to be put on record', async () => {
    const attempts = firstAttempts();
    const [events] = await Promise.all([
      attempts.within(3, async () => [{ started: claimed(2) }]),
      roomFor(attempts, 9).then((room) => expect(room).toBe(places - 3)),
    ]);
    expect(kicks).toBe(1);
    attempts.start(events[0]!.started);
    expect(await roomFor(attempts, 9)).toBe(places - 2);
    ends.forEach((end) => end());
    await Promise.resolve();
    await expect(attempts.within(9, () => Promise.reject(new Error('not written')))).rejects.toThrow('not written');
    expect(await roomFor(attempts, places)).toBe(places);
  });

  it('are waited for when the process stops, and told to end after its grace', async () => {
    const attempts = firstAttempts();
    let write = (_events: { started: Claimed[] }[]): void => undefined;
    const writing = attempts.within(1, () => new Promise<{ started: Claimed[] }[]>((resolve) => (write = resolve)));
    let isStopped = false;
    const stopped = attempts.stop().then(() => (isStopped = true));
    expect(await roomFor(attempts, 1)).toBe(0);
    write([{ started: claimed(1) }]);
    attempts.start((await writing)[0]!.started);
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    expect(isStopped).toBe(false);
    ends[0]!();
    await stopped;
    await attempts.stop();
  });
});
