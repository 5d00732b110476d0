import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { arrivalsOf, dayS, rateAt } from '../src/scaling/day.js';
import { mondayOf, ruleOf, usual, workerTypes } from '../src/scaling/monday.js';
import { scalingPage, withTable } from '../src/scaling/page.js';
import { randomOf } from '../src/scaling/random.js';
import { ReplicaCount } from '../src/scaling/replica-count.js';
import { simulate } from '../src/scaling/simulate.js';

const docs = new URL('../../docs/', import.meta.url);

/** Erlang C: the share of jobs that find all servers busy. */
function shareThatWaits(servers: number, load: number): number {
  let blocked = 1;
  for (let count = 1; count <= servers; count += 1) blocked = (load * blocked) / (count + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

describe('the simulation of a queue', () => {
  it('agrees with the Erlang C formula', () => {
    const [servers, perSecond, meanS] = [20, 1.7, 10];
    const random = randomOf(7);
    const exponential = (mean: number) => -mean * Math.log(1 - random());
    const arrivals: number[] = [];
    for (let at = exponential(1 / perSecond); at < dayS; at += exponential(1 / perSecond)) arrivals.push(at);
    const outcome = simulate({
      arrivals,
      serviceS: () => exponential(meanS),
      concurrency: servers / 2,
      deadlineS: Infinity,
      startS: 0,
      decide: () => 2,
    });
    const waits = shareThatWaits(servers, perSecond * meanS);
    const spare = servers / meanS - perSecond;
    // The wait of the waiting jobs is exponential: 95 % of all jobs wait less than this.
    const expected = Math.log(waits / 0.05) / spare;
    expect(Math.abs(outcome.p95WaitS / expected - 1)).toBeLessThan(0.15);
    expect(outcome.replicaHours).toBe(48);
  });

  it('drops jobs that wait past their deadline, and works on the rest', () => {
    const arrivals = Array.from({ length: 10 }, () => 0);
    const outcome = simulate({ arrivals, serviceS: () => 10, concurrency: 1, deadlineS: 25, startS: 0, decide: () => 1 });
    expect(outcome.late).toBe(0.7);
  });

  it('lets a removed replica finish its job, and gives a new one work only when it is ready', () => {
    const arrivals = [0, 0, 0, 0];
    const counts = [2, 1];
    const outcome = simulate({
      arrivals,
      serviceS: () => 40,
      concurrency: 1,
      deadlineS: 1000,
      startS: 20,
      decide: () => counts.shift() ?? 1,
    });
    // Two at once until 40, then one after the other.
    expect([outcome.p50WaitS, outcome.p95WaitS]).toEqual([0, 80]);
    const growing = [1, 2];
    const later = simulate({
      arrivals,
      serviceS: () => 40,
      concurrency: 1,
      deadlineS: 1000,
      startS: 20,
      decide: () => growing.shift() ?? 2,
    });
    // The second is decided on at 0 and works from 20.
    expect([later.p50WaitS, later.p95WaitS]).toEqual([20, 60]);
  });
});

describe('the scaling rule', () => {
  const rule = { threshold: 8, min: 2, max: 20, stabilizationS: 300 };

  it('asks for a replica for every eight jobs, and at most doubles or adds four in a round', () => {
    const count = new ReplicaCount(rule);
    expect([0, 20, 100, 100, 100, 1000].map((jobs) => count.decide(jobs))).toEqual([2, 3, 7, 13, 13, 20]);
  });

  it('keeps the number of replicas when it is nearly right', () => {
    const count = new ReplicaCount(rule);
    expect([80, 80, 86, 74].map((jobs) => count.decide(jobs))).toEqual([6, 10, 10, 10]);
  });

  it('scales down to the highest request of five minutes', () => {
    const count = new ReplicaCount(rule);
    [80, 80].forEach((jobs) => count.decide(jobs));
    const after = Array.from({ length: 21 }, () => count.decide(0));
    expect([after[18], after[20]]).toEqual([10, 2]);
  });

  it('is the rule of the manifests', () => {
    expect(ruleOf('profile-loader-slow')).toEqual({ threshold: 8, min: 2, max: 20, stabilizationS: 300 });
  });
});

describe('the simulated Monday', () => {
  const days = workerTypes.map((type) => mondayOf(type, usual));

  it('has as many jobs as its rates add up to', () => {
    const expected = Array.from({ length: dayS }, (_, second) => rateAt(second)).reduce((sum, rate) => sum + rate, 0);
    expect(Math.abs(arrivalsOf(randomOf(1)).length / expected - 1)).toBeLessThan(0.01);
  });

  it('is served in time by the rule, for a quarter of the cost of the highest number all day', () => {
    for (const compared of days) {
      const [byRule, least, highest] = [compared[0]!.outcome, compared[1]!.outcome, compared.at(-1)!.outcome];
      expect(byRule.late).toBeLessThan(0.001);
      expect(least.late).toBeGreaterThan(byRule.late);
      expect(byRule.replicaHours).toBeLessThan(0.25 * highest.replicaHours);
    }
  });

  it('is on the page as it is calculated today', () => {
    const page = readFileSync(new URL('kubernetes.md', docs), 'utf8');
    const { table, picture } = scalingPage(days);
    expect(withTable(page, table)).toBe(page);
    expect(readFileSync(new URL('images/scaling.svg', docs), 'utf8')).toBe(picture);
  });
});
