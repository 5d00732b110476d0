import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { KnownPersons } from '../src/importing/domain/known-persons.js';

describe('the persons with a profile', () => {
  it('are known by their RUC, whether the profile is about the RUC or the DNI in it', () => {
    const known = new KnownPersons();
    for (const taxId of ['00000000', '99999999', '40000008', '10400000178', '15999900047']) known.add(taxId);
    const has = ['10000000003', '10999999995', '10400000089', '10400000178', '15999900047'];
    const lacks = ['10000000011', '10999999987', '10400000071', '10400000097', '10400000160', '10400000186', '15999900039', '17400000083'];
    expect([...has, ...lacks].filter((ruc) => known.hasRuc(ruc))).toEqual(has);
  });

  it('leave almost all of the heap to the import when there are three million of them', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    const heapBytes = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const known = new KnownPersons();
    const before = heapBytes();
    for (let n = 0; n < 3_000_000; n += 1) known.add(String(10_000_000 + n * 27));
    expect(heapBytes() - before).toBeLessThan(30_000_000);
    expect([known.hasRuc('10100000270'), known.hasRuc('10100000280')]).toEqual([true, false]);
  });
});
