import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@vigia/observability';
import { AccountLines } from '../src/ledger/account-lines.js';

const lockTimeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
const unavailable = { code: 'unavailable' };
const tooMany = { code: 'too_many_requests', params: { seconds: 1 } };

describe('the account lines', () => {
  const newLines = () => new AccountLines(createLogger('test', { level: 'silent' }));

  /** Work that runs until the test ends it. */
  function held() {
    let end!: (fault?: Error) => void;
    const ended = new Promise<string>((resolve, reject) => (end = (fault) => (fault ? reject(fault) : resolve('done'))));
    let isBegun = false;
    const work = () => {
      isBegun = true;
      return ended;
    };
    return { work, end, begun: () => isBegun };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('run one piece of work at a time for each corporation, in order, and leave nothing behind', async () => {
    const lines = newLines();
    const [first, second, other] = [held(), held(), held()];
    const turns = [lines.turn('a', first.work), lines.turn('a', second.work), lines.turn('b', other.work)];
    await turn();
    expect([first.begun(), second.begun(), other.begun()]).toEqual([true, false, true]);
    first.end();
    await turns[0];
    await turn();
    expect(second.begun()).toBe(true);
    second.end();
    other.end();
    expect(await Promise.all(turns)).toEqual(['done', 'done', 'done']);
    expect(lines.size).toBe(0);
  });

  it('continue after a failure that is not a lock timeout', async () => {
    const lines = newLines();
    const failing = lines.turn('a', () => Promise.reject(new Error('something else')));
    const next = lines.turn('a', async () => 'done');
    await expect(failing).rejects.toThrow('something else');
    expect(await next).toBe('done');
  });

  it('refuse a fifth repeatable piece of work until one of the four is done, but no other work', async () => {
    const lines = newLines();
    const [first, repeatable] = [held(), { isRepeatable: true }];
    const works = [first.work, ...Array.from({ length: 4 }, () => async () => 'done')];
    const asked = Promise.allSettled(works.map((work) => lines.turn('a', work, repeatable)));
    const owed = lines.turn('a', async () => 'done');
    expect(await lines.turn('b', async () => 'done', repeatable)).toBe('done');
    first.end();
    const four = Array.from({ length: 4 }, () => ({ status: 'fulfilled', value: 'done' }));
    expect(await asked).toEqual([...four, { status: 'rejected', reason: expect.objectContaining(tooMany) }]);
    expect(await owed).toBe('done');
    expect(await lines.turn('a', async () => 'done', repeatable)).toBe('done');
    expect(lines.size).toBe(0);
  });

  it('refuse commands for a locked account, and let one at a time try it until it is free', async () => {
    const lines = newLines();
    const [first, trying] = [held(), held()];
    const asked = [lines.turn('a', first.work), lines.turn('a', async () => 'behind')];
    first.end(lockTimeout);
    for (const one of asked) await expect(one).rejects.toMatchObject(unavailable);
    const tried = lines.turn('a', trying.work);
    await expect(lines.turn('a', async () => 'beside')).rejects.toMatchObject(unavailable);
    trying.end();
    expect(await tried).toBe('done');
    expect(await Promise.all([lines.turn('a', async () => 1), lines.turn('a', async () => 2)])).toEqual([1, 2]);
    expect(lines.size).toBe(0);
  });

  it('try two locked accounts at a time, and forget those that nobody asks for', async () => {
    const lines = newLines();
    for (const corporation of ['a', 'b', 'c'])
      await expect(lines.turn(corporation, () => Promise.reject(lockTimeout))).rejects.toMatchObject(unavailable);
    const tries = ['a', 'b'].map((corporation) => {
      const one = held();
      return { one, tried: lines.turn(corporation, one.work) };
    });
    await expect(lines.turn('c', async () => 'too many')).rejects.toMatchObject(unavailable);
    expect(await lines.turn('d', async () => 'done')).toBe('done');
    for (const { one, tried } of tries) {
      one.end();
      await tried;
    }
    expect(await lines.turn('c', async () => 'done')).toBe('done');
    await expect(lines.turn('e', () => Promise.reject(lockTimeout))).rejects.toMatchObject(unavailable);
    expect(lines.size).toBe(1);
    mock.timers.runAll();
    expect(lines.size).toBe(0);
  });
});
