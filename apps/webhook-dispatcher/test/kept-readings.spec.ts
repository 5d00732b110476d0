import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KeptReadings } from '../src/counts/kept-readings.js';

describe('the readings of deliveries', () => {
  let read: string[];
  let deliveries: number;
  /** Functions that end the readings, in the order in which they began. */
  let ends: (() => void)[];
  let readings: KeptReadings<{ corporationId: string; hours: number }, number>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [read, deliveries, ends] = [[], 999, []];
    readings = new KeptReadings(
      ({ corporationId, hours }) => {
        read.push(`${corporationId}${hours}`);
        return new Promise((resolve) => ends.push(() => resolve(deliveries)));
      },
      (reading) => reading,
    );
  });
  afterEach(() => mock.timers.reset());

  const of = (corporationId: string, hours = 1) => readings.of({ corporationId, hours });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** A caller enters in one turn of the event loop, and its reading begins in the next. */
  const begun = async () => {
    await turn();
    await turn();
  };
  const ended = async (asked: Promise<number>) => {
    await begun();
    ends.at(-1)!();
    return asked;
  };

  it('run one at a time for each corporation, and are shared by callers that asked before they began', async () => {
    const first = of('a');
    await begun();
    const later = [of('a'), of('a'), of('a', 2)];
    const other = of('b');
    await begun();
    expect(read).toEqual(['a1', 'b1']);
    deliveries = 5;
    for (const reading of ['a1', 'b1', 'a1', 'a2']) {
      expect(read).toContain(reading);
      ends.shift()!();
      await begun();
    }
    expect(await Promise.all([first, other, ...later])).toEqual([5, 5, 5, 5, 5]);
    expect(read).toEqual(['a1', 'b1', 'a1', 'a2']);
  });

  it('let eight callers of a corporation wait at most, and refuse the next at once', async () => {
    const refused: unknown[] = [];
    const asked = Array.from({ length: 10 }, (_, i) => of('a', i).catch((error: unknown) => refused.push(error)));
    await begun();
    expect(refused).toEqual([0, 1].map(() => expect.objectContaining({ code: 'too_many_requests', params: { seconds: 1 } })));
    const other = of('b');
    await begun();
    expect(read).toEqual(['a0', 'b1']);
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await begun();
    }
    expect(await other).toBe(999);
    await Promise.all(asked);
    expect(await ended(of('a'))).toBe(999);
  });

  it('are repeated each time while there are few deliveries', async () => {
    expect(await ended(of('a'))).toBe(999);
    deliveries = 998;
    expect(await ended(of('a'))).toBe(998);
  });

  it('are kept for half a minute if there are many deliveries, separately for each question', async () => {
    deliveries = 1_000;
    expect(await ended(of('a'))).toBe(1_000);
    deliveries = 2_000;
    expect(await ended(of('a', 2))).toBe(2_000);
    mock.timers.tick(29_999);
    expect(await of('a')).toBe(1_000);
    mock.timers.tick(1);
    expect(await ended(of('a'))).toBe(2_000);
  });
});
