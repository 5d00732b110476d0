import { describe, expect, it } from '@jest/globals';
import type { Claimed } from '../src/deliveries/claims.js';
import { FirstAttempts } from '../src/deliveries/first-attempts.js';

const slots = 5;

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
    const settings = { attemptsAtOnce: slots, shutdownGraceMs: 10 };
    return new FirstAttempts(...([deliveries, dispatcher, settings, console] as unknown as Parts));
  }

  const claimed = (count: number) => Array.from({ length: count }, () => ({ deliveryId: 'd' }) as Claimed);
  const freeFor = (attempts: FirstAttempts, atMost: number) => {
    let given = 0;
    return attempts.within(atMost, async (free) => ((given = free), [])).then(() => given);
  };

  it('have the slots that are left by attempts under way or about to be recorded', async () => {
    const attempts = firstAttempts();
    const [events] = await Promise.all([
      attempts.within(3, async () => [{ started: claimed(2) }]),
      freeFor(attempts, 9).then((free) => expect(free).toBe(slots - 3)),
    ]);
    expect(kicks).toBe(1);
    attempts.start(events[0]!.started);
    expect(await freeFor(attempts, 9)).toBe(slots - 2);
    ends.forEach((end) => end());
    await Promise.resolve();
    await expect(attempts.within(9, () => Promise.reject(new Error('not written')))).rejects.toThrow('not written');
    expect(await freeFor(attempts, slots)).toBe(slots);
  });

  it('are awaited when the process stops, and aborted after its grace period', async () => {
    const attempts = firstAttempts();
    let write = (_events: { started: Claimed[] }[]): void => undefined;
    const writing = attempts.within(1, () => new Promise<{ started: Claimed[] }[]>((resolve) => (write = resolve)));
    let isStopped = false;
    const stopped = attempts.stop().then(() => (isStopped = true));
    expect(await freeFor(attempts, 1)).toBe(0);
    write([{ started: claimed(1) }]);
    attempts.start((await writing)[0]!.started);
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    expect(isStopped).toBe(false);
    ends[0]!();
    await stopped;
    await attempts.stop();
  });
});
