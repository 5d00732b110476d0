import { mock } from 'node:test';
import { afterEach, expect, it } from '@jest/globals';
import type { Database } from '@vigia/database';
import { WholeReads } from '../src/limits/whole-reads.js';
import { PortfolioCounter } from '../src/portfolio/portfolio-counts.js';

afterEach(() => mock.restoreAll());

it.each([
  ['above 100 000 profiles are kept for a minute, also while the time of day is set back', 100_001, [1, 1, 2]],
  ['of fewer profiles are counted anew for each call', 100_000, [1, 2, 3]],
])('counts %s', async (_, total, expected) => {
  let reads = 0;
  const classes = { alert: [], compliance: [], light: [], standing: [], estado: [], mode: [] };
  const counted = { ...classes, total, exposureCents: '0', withoutDebt: 0, asOf: new Date() };
  const transaction = () => Promise.resolve([{ ...counted, withoutDebt: (reads += 1) }]);
  const counter = new PortfolioCounter({ transaction } as unknown as Database, new WholeReads());
  let passedMs = 0;
  mock.method(performance, 'now', () => passedMs);
  const today = Date.now();
  mock.method(Date, 'now', () => today - passedMs);
  const found: number[] = [];
  for (passedMs of [0, 59_999, 60_000]) found.push((await counter.counts('corporation', {})).withoutDebt);
  expect(found).toEqual(expected);
});
