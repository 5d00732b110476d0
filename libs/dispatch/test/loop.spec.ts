import { once } from 'node:events';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger, type Logger } from '@vigia/observability';
import { waitUntil } from '@vigia/testing';
import { register } from 'prom-client';
import { Loop } from '../src/index.js';

const logger = createLogger('loop-test', { level: 'silent' });
const never = 3_600_000;
/** Shorter than the longest rest, after which a loop works in any case. */
const soonMs = 1_700;

/** A round of work that ends when the test says so. */
function openRound(): { done: Promise<void>; finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { done, finish };
}

async function failingSeconds(name: string): Promise<number | undefined> {
  const { values } = await register.getSingleMetric('vigia_loop_failing_seconds')!.get();
  return values.find(({ labels }) => labels.loop === name)?.value;
}

describe('a loop', () => {
  let loop: Loop;
  let rounds: number;

  afterEach(() => loop.stop());

  function startLoop(step: (stopping: AbortSignal) => Promise<boolean>, intervalMs = never): void {
    rounds = 0;
    const counted = (stopping: AbortSignal) => {
      rounds += 1;
      return step(stopping);
    };
    loop = new Loop({ name: 'test', intervalMs, step: counted, logger });
    loop.start();
  }

  it('runs one round at once and the next after its interval', async () => {
    startLoop(async () => false, 300);
    expect(rounds).toBe(1);
    const startedAt = performance.now();
    await waitUntil(() => rounds === 2);
    expect(performance.now() - startedAt).toBeGreaterThan(250);
  });

  it('does not spin without work, and does not wait with work', async () => {
    let left = 1_000;
    startLoop(async () => (left -= 1) > 0);
    await waitUntil(() => rounds >= 1_000);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(rounds).toBe(1_000);
  });

  it('starts once, however often start is called', async () => {
    startLoop(async () => false);
    loop.start();
    await turn();
    expect(rounds).toBe(1);
  });

  it('starts a round on a kick', async () => {
    startLoop(async () => false);
    await turn();
    loop.kick();
    await waitUntil(() => rounds === 2);
    expect(rounds).toBe(2);
  });

  it('keeps a kick during a round for the next round, and merges many kicks into one', async () => {
    const round = openRound();
    startLoop(() => round.done.then(() => false));
    for (let kicks = 0; kicks < 5; kicks += 1) loop.kick();
    expect(rounds).toBe(1);
    round.finish();
    await waitUntil(() => rounds === 2);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(rounds).toBe(2);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('goes on after a step that %s, without spinning', async (_how, step: () => Promise<boolean>) => {
    startLoop(step, 1_000);
    await turn();
    expect(rounds).toBe(1);
    await waitUntil(() => rounds >= 3);
  });

  it('repeats a failed round after a minute at the latest, and waits for a long interval again once a round has not failed', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const clock = mock.method(performance, 'now', () => Date.now());
    try {
      const at: number[] = [];
      const step = () => (at.push(Date.now()) < 3 ? Promise.reject(new Error('no')) : Promise.resolve(false));
      startLoop(step);
      while (at.length < 4) {
        await turn();
        mock.timers.tick(30_000);
      }
      expect(at).toEqual([0, 60_000, 120_000, 120_000 + never]);
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  it('waits longer after each failure in a row, up to two seconds, and logs one of them in ten seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const clock = mock.method(performance, 'now', () => Date.now());
    try {
      const [at, logged]: [number[], unknown[]] = [[], []];
      const step = () => {
        at.push(Date.now());
        return at.length === 12 ? Promise.resolve(false) : Promise.reject(new Error('no'));
      };
      const warn = ({ failures }: { failures: number }) => logged.push([Date.now(), failures]);
      loop = new Loop({ name: 'test', intervalMs: 100, step, logger: { warn } as unknown as Logger });
      loop.start();
      while (at.length < 15) {
        await turn();
        mock.timers.tick(100);
      }
      const pauses = at.slice(1).map((ms, index) => ms - at[index]!);
      expect(pauses).toEqual([100, 200, 400, 800, 1600, ...Array(5).fill(2000), 2000, 100, 100, 200]);
      expect(logged).toEqual([
        [0, 1],
        [11_100, 10],
      ]);
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  it('measures for how long every round has failed', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const clock = mock.method(performance, 'now', () => Date.now());
    try {
      const step = () => ((rounds += 1) === 3 ? Promise.resolve(false) : Promise.reject(new Error('no')));
      rounds = 0;
      loop = new Loop({ name: 'measured', intervalMs: 1_000, step, logger });
      const seconds: (number | undefined)[] = [];
      loop.start();
      while (rounds < 5) {
        await turn();
        seconds[rounds - 1] = await failingSeconds('measured');
        mock.timers.tick(500);
      }
      expect(seconds).toEqual([0, 1, 0, 0, 1]);
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  it('counts a round as failed that does its work and cannot ask when the next row is due', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const clock = mock.method(performance, 'now', () => Date.now());
    try {
      rounds = 0;
      const step = async () => void (rounds += 1);
      const untilDue = () => (rounds < 4 ? Promise.reject(new Error('no')) : Promise.resolve([{ dueInMs: 1_500 }]));
      loop = new Loop({ name: 'undated', intervalMs: 1_000, step, untilDue, logger });
      const seconds: (number | undefined)[] = [];
      loop.start();
      while (rounds < 6) {
        await turn();
        seconds[rounds - 1] = await failingSeconds('undated');
        mock.timers.tick(500);
      }
      expect(seconds).toEqual([0, 2, 5, 0, 0, 0]);
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  it('signals the running round that the loop stops, so that it can leave its work', async () => {
    let left = false;
    startLoop(async (stopping) => {
      await once(stopping, 'abort');
      return (left = true);
    });
    await loop.stop();
    expect([rounds, left]).toEqual([1, true]);
  });

  it('stops only after the running round, and starts no further one', async () => {
    const round = openRound();
    startLoop(() => round.done.then(() => true));
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(stopped).toBe(false);
    round.finish();
    await stopping;
    loop.kick();
    await turn();
    expect(rounds).toBe(1);
  });

  describe('that can ask when the next row is due', () => {
    let questions: number;
    let dueAt: number | null;

    function startResting(intervalMs: number, work: () => unknown = () => {}): void {
      [rounds, questions] = [0, 0];
      const step = async () => {
        rounds += 1;
        work();
        return false;
      };
      const untilDue = async () => {
        questions += 1;
        return [{ dueInMs: dueAt === null ? null : dueAt - performance.now() }];
      };
      loop = new Loop({ name: 'test', intervalMs, step, untilDue, logger });
      loop.start();
    }

    /** Repeats an attempt until it takes less than the longest rest: on a busy machine one may take longer. */
    const untilSoon = (attempt: () => Promise<number>) =>
      waitUntil(
        async () => {
          const ms = await attempt();
          await loop.stop();
          return ms < soonMs && { ms };
        },
        { what: 'the loop works in time' },
      ).then(({ ms }) => ms);

    it('asks instead of working while nothing is due', async () => {
      dueAt = null;
      startResting(1);
      await waitUntil(() => questions >= 3);
      expect(rounds).toBe(1);
    });

    it('works as soon as the row is due', async () => {
      const lateMs = await untilSoon(async () => {
        const at = performance.now() + 200;
        dueAt = at;
        let workedAt = 0;
        startResting(1, () => {
          if (rounds !== 2) return;
          workedAt = performance.now();
          dueAt = null;
        });
        await waitUntil(() => rounds === 2);
        return workedAt - at;
      });
      expect(lateMs).toBeGreaterThanOrEqual(0);
    });

    it('retries failed work after its interval', async () => {
      dueAt = 0;
      startResting(20);
      await waitUntil(() => rounds >= 5);
      expect(questions).toBeGreaterThanOrEqual(rounds - 1);
    });

    it('runs a round on a kick', async () => {
      dueAt = null;
      startResting(1);
      await waitUntil(() => questions >= 1);
      loop.kick();
      await turn();
      expect(rounds).toBe(2);
    });

    it('runs a round at the time that a kick names', async () => {
      dueAt = null;
      const waitedMs = await untilSoon(async () => {
        let workedAt = 0;
        startResting(1, () => (workedAt = performance.now()));
        await waitUntil(() => questions >= 1);
        const kickedAt = performance.now();
        loop.kick(300);
        await waitUntil(() => rounds === 2);
        return workedAt - kickedAt;
      });
      expect(waitedMs).toBeGreaterThanOrEqual(300);
    });

    it('goes on when the question fails', async () => {
      let failures = 0;
      rounds = 0;
      const step = async () => {
        rounds += 1;
        return false;
      };
      const untilDue = () => {
        failures += 1;
        return Promise.reject(new Error('no'));
      };
      loop = new Loop({ name: 'test', intervalMs: 1, step, untilDue, logger });
      loop.start();
      await waitUntil(() => rounds >= 3);
      expect(failures).toBeGreaterThanOrEqual(rounds - 1);
    });
  });

  it('stops at once between two rounds', async () => {
    startLoop(async () => false);
    await turn();
    await loop.stop();
    expect(rounds).toBe(1);
  });
});
