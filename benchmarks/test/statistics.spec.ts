import { describe, expect, it } from '@jest/globals';
import { median, quantile, ratios, slopeOf } from '../src/statistics.js';

describe('a quantile', () => {
  const upToTwenty = Array.from({ length: 20 }, (_, index) => 20 - index);

  it.each([
    [0, 1],
    [0.05, 1],
    [0.5, 10],
    [0.95, 19],
    [1, 20],
  ])('of %d is one of the samples', (share, sample) => {
    expect(quantile(upToTwenty, share)).toBe(sample);
  });

  it('sorts by number and leaves the samples unchanged', () => {
    const samples = [9, 100, 20];
    expect(quantile(samples, 0.5)).toBe(20);
    expect(samples).toEqual([9, 100, 20]);
  });

  it('of no samples is not a number', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe('a median', () => {
  it.each([
    [[7], 7],
    [[3, 1], 2],
    [[9, 1, 2], 2],
    [[100, 9, 20, 1], 14.5],
  ])('of %j has as many samples below it as above', (samples, middle) => {
    expect(median(samples)).toBe(middle);
  });

  it('of no samples is not a number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('ratios', () => {
  it('are taken within each round', () => {
    // The machine was ten times slower in the second round, for both.
    expect(ratios([2, 20, 3], [1, 10, 2])).toEqual({ min: 1.5, median: 2, max: 2 });
  });
});

describe('a slope', () => {
  it('is exact for points on a line, and a fit for scattered points', () => {
    expect(
      slopeOf([
        [0, 5],
        [1, 7],
        [3, 11],
      ]),
    ).toBeCloseTo(2);
    expect(
      slopeOf([
        [0, 1],
        [1, 3],
        [2, 1],
        [3, 3],
      ]),
    ).toBeCloseTo(0.4);
  });
});
