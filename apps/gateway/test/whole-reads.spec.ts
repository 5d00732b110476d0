import { describe, expect, it } from '@jest/globals';
import { WholeReads } from '../src/limits/whole-reads.js';

/** Reads that end when they are told to. */
function reading() {
  const reads = new WholeReads();
  const begun: { name: string; end: () => void }[] = [];
  const read = (name: string) => () => new Promise<string>((end) => begun.push({ name, end: () => end(name) }));
  const names = () => begun.map(({ name }) => name);
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    begun.find((one) => one.name === name)!.end();
    await settled();
  };
  return { reads, read, names, settled, end };
}

describe('reads of whole portfolios', () => {
  it('run two at a time and one per corporation, those who waited longest first', async () => {
    const { reads, read, names, settled, end } = reading();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']) void reads.turn(name[0]!, read(name));
    await settled();
    expect(names()).toEqual(['a1', 'b1']);
    await end('a1');
    expect(names()).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    await end('c1');
    expect(names()).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
    await end('d1');
    expect(names().at(-1)).toBe('b2');
  });

  it('are shared by callers that ask before they begin, not by later callers', async () => {
    const { reads, read, names, settled, end } = reading();
    const ask = (name: string) => reads.shared('a', 'counts', read(name));
    const first = ask('first');
    await settled();
    const later = ['second', 'third', 'fourth'].map(ask);
    await end('first');
    expect(await first).toBe('first');
    await end('second');
    expect(await Promise.all(later)).toEqual(['second', 'second', 'second']);
    void reads.shared('b', 'counts', read('of another'));
    await settled();
    expect(names()).toEqual(['first', 'second', 'of another']);
  });

  it('wait in a queue of limited length, except for files that have begun', async () => {
    const { reads, read, names, settled, end } = reading();
    const failing = reads.turn('a', () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    for (let asked = 1; asked <= 21; asked += 1) void reads.turn('a', read(String(asked)));
    const refused = { code: 'too_many_requests', params: { seconds: 1 } };
    await expect(reads.turn('a', read('too many'))).rejects.toMatchObject(refused);
    await expect(reads.shared('a', 'counts', read('too many'))).rejects.toMatchObject(refused);
    void reads.turn('a', read('of a file'), { hasBegun: true });
    void reads.turn('b', read('of another'));
    await settled();
    expect(names()).toEqual(['1', 'of another']);
    for (let asked = 1; asked <= 21; asked += 1) await end(String(asked));
    expect(names().at(-1)).toBe('of a file');
  });
});
