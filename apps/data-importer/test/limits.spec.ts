import { describe, expect, it } from '@jest/globals';
import { Limits } from '../src/importing/domain/limits.js';

const inForce = { lines: 100_000, rows: 99_000 };

describe('a file that is read', () => {
  it.each<[what: string, limits: Limits, lines: number, unknown: number]>([
    ['lines by a twentieth more than those in force', new Limits('taxpayers', inForce), 105_000, 0],
    ['unknown values that this many lines may have', new Limits('taxpayers', inForce), 1_000, 525],
    ['twice the lines of a version that is too short to be compared', new Limits('premises', { lines: 1_000, rows: 999 }), 2_000, 0],
    ['twice the lines in force of a register that is not compared by lines', new Limits('marks', inForce), 200_000, 0],
    ['any number of lines in a list', new Limits('list', inForce), 1_000_000_000, 900_000_000],
  ])('is read on with %s', (_, limits, lines, unknown) => expect(limits.whileRead({ lines, unknown })).toBeUndefined());

  it.each<[code: string, detail: string, limits: Limits, lines: number, unknown: number]>([
    ['more', '105001 lines or more, but the version in force has 100000', new Limits('premises', inForce), 105_001, 0],
    ['unknown', '526 of the first 1000 lines have an unknown value', new Limits('taxpayers', inForce), 1_000, 526],
    ['more', '100000001 lines or more, but 100000000 are expected at most', new Limits('taxpayers'), 100_000_001, 0],
    ['more', '3000001 lines or more, but 3000000 are expected at most', new Limits('trade'), 3_000_001, 0],
    ['more', '1000001 lines or more, but 1000000 are expected at most', new Limits('marks', inForce), 1_000_001, 0],
  ])('is refused as %s: %s', (code, detail, limits, lines, unknown) =>
    expect(limits.whileRead({ lines, unknown })).toEqual({ code, detail }),
  );
});
