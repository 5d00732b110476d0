import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { BrokerUnavailableError } from '@vigia/messaging';
import { PeerTurns } from '../src/limits/peer-turns.js';

describe('reads of another service', () => {
  let now: number;
  let turns: PeerTurns;
  /** What is being read, in the order in which it began. */
  let begun: { name: string; answer: (error?: Error) => void; fail: (error?: Error) => void }[];
  let outcomes: Map<string, string>;

  beforeEach(() => {
    now = 0;
    mock.method(performance, 'now', () => now);
    turns = new PeerTurns();
    begun = [];
    outcomes = new Map();
  });
  afterEach(() => mock.restoreAll());

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const names = () => begun.map(({ name }) => name);

  /** The first letter names the corporation. */
  async function ask(...asked: string[]): Promise<void> {
    for (const name of asked) {
      const read = () =>
        new Promise<string>((answer, refuse) =>
          begun.push({ name, answer: () => answer('answered'), fail: (error = VigiaError.of('unavailable')) => refuse(error) }),
        );
      void turns.take(name[0]!, read).then(
        (answer) => outcomes.set(name, answer),
        ({ code, name: kind }: VigiaError) => outcomes.set(name, code ?? kind),
      );
    }
    await settled();
  }

  async function end(name: string, how: 'answer' | 'fail', afterMs = 0, error?: Error): Promise<void> {
    now += afterMs;
    begun.find((one) => one.name === name)![how](error);
    await settled();
  }

  const ten = Array.from('abcdefghij').flatMap((corporation) => [`${corporation}1`, `${corporation}2`]);

  it.each([
    ['the service', 'unavailable', VigiaError.of('unavailable')],
    ['the broker', 'BrokerUnavailableError', new BrokerUnavailableError()],
  ])('are refused for all corporations once three have waited in vain for %s', async (_what, outcome, error) => {
    await ask(...ten);
    expect(names()).toEqual(['a1', 'b1', 'c1']);
    await end('a1', 'fail', 10_000, error);
    await end('b1', 'fail', 0, error);
    expect(names()).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    await end('c1', 'fail', 0, error);
    // What has begun ends by itself.
    expect([...outcomes]).toEqual(ten.filter((name) => name !== 'd1' && name !== 'e1').map(() => [expect.any(String), outcome]));
    expect(names()).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    await end('d1', 'answer');
    await end('e1', 'answer');
    await ask('f3');
    await end('f3', 'answer');
    expect([outcomes.get('d1'), outcomes.get('f3')]).toEqual(['answered', 'answered']);
  });

  it.each(['answer', 'fail'] as const)('wait on if another corporation got an answer in between: %s', async (how) => {
    await ask(...ten);
    await end('a1', 'fail', 10_000);
    await end('b1', 'fail');
    // A service that has no free slot answers at once.
    await end('d1', how);
    await end('c1', 'fail');
    expect(names()).toEqual(expect.arrayContaining(['f1', 'g1']));
  });

  it('wait on if one corporation alone waits in vain', async () => {
    await ask('b1', 'b2');
    for (const name of ['a1', 'a2', 'a3', 'a4']) {
      await ask(name);
      await end(name, 'fail', 10_000);
    }
    expect(outcomes.get('b2')).toBeUndefined();
    await end('b1', 'answer');
    expect(names().at(-1)).toBe('b2');
  });
});
