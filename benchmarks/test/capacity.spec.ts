import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { demandOf, mostPerSecond, needsOf } from '../src/capacity/model.js';
import type { Measured } from '../src/capacity/report.js';
import { peaks, refreshesByHour } from '../src/capacity/spread.js';
import { randomOf } from '../src/scaling/random.js';

const measured = JSON.parse(readFileSync(new URL('../src/capacity/measured.json', import.meta.url), 'utf8')) as Measured;

describe('the capacity model', () => {
  it.each(['load', 'refresh'] as const)('predicts the throughput of a full machine from the measured cost of a %s', (name) => {
    const { cost, besideMs, perSecond } = measured.points[name];
    const share = perSecond / mostPerSecond(cost, measured.processors, besideMs);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThanOrEqual(1.1);
  });

  it('grows in proportion to the demand', () => {
    const [one, ten] = [1e6, 1e7].map((profiles) => needsOf(measured.costs, demandOf(profiles, 1)));
    expect(ten!.cores.PostgreSQL! / one!.cores.PostgreSQL!).toBeCloseTo(10);
    expect(ten!.diskGb / one!.diskGb).toBeCloseTo(10);
    expect(needsOf(measured.costs, demandOf(1e6, 2)).walMbPerSecond / one!.walMbPerSecond).toBeCloseTo(2);
  });

  it('keeps bodies of triggers for 90 days, deliveries for 13 months, and events', () => {
    const bytes = { profile: 0, task: 0, load: 0, body: 1_000, delivery: 100, event: 10 };
    const ofOneADay = 90 * 1_000 + 396 * 100 + 365 * 10;
    expect(needsOf({ ...measured.costs, bytes }, demandOf(1e6, 1)).diskGb).toBeCloseTo((1e4 * ofOneADay) / 1e9);
  });
});

describe('the schedule of refreshes', () => {
  const random = randomOf(1);

  it('refreshes a profile as often as the model says', () => {
    const profiles = 2_000;
    const days = refreshesByHour({ profiles, loadedFrom: 0, loadedTo: 1_440, days: 90, random }).slice(30);
    const refreshes = days.flat().reduce((all, count) => all + count, 0);
    expect(refreshes / days.length / demandOf(profiles, 1).refreshesADay).toBeCloseTo(1, 2);
  });

  it('spreads the loads of one hour over the day within weeks', () => {
    const found = peaks({ profiles: 2_000, loadedFrom: 0, loadedTo: 60, days: 90, random });
    expect(found[0]).toBeGreaterThan(10);
    expect(found[29]).toBeLessThan(6);
    expect(found[89]).toBeLessThan(2.5);
  });

  it('stays even after an even start', () => {
    const found = peaks({ profiles: 20_000, loadedFrom: 0, loadedTo: 1_440, days: 10, random });
    expect(Math.max(...found.slice(1))).toBeLessThan(1.5);
  });
});
