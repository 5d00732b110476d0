import type { Band, Ladder } from './scorecard.js';

/** The highest step of the ladder that the measured value is over. */
export function bandOf({ unit, bands }: Ladder, measured: number, uitSoles: number): Band | undefined {
  const value = unit === 'uit' ? measured / (uitSoles * 100) : measured;
  return bands.findLast(([over]) => value > over);
}
