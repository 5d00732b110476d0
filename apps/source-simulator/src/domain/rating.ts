import type { Size } from './condition.js';

/** 0 normal, 1 with potential problems, 2 deficient, 3 doubtful, 4 loss. */
export type Rating = 0 | 1 | 2 | 3 | 4;

/** 07 large, 08 medium, 09 small, 10 micro, 11 revolving and 12 other consumer credit, 13 mortgage. */
export const creditTypesOf: Record<Size, readonly (readonly [type: string, weight: number])[]> = {
  person: [
    ['12', 60],
    ['11', 25],
    ['13', 15],
  ],
  micro: [['10', 1]],
  small: [['09', 1]],
  medium: [['08', 1]],
  large: [['07', 1]],
};

// The last day overdue of ratings 0 to 3.
const retailLimits = [8, 30, 60, 120];
const otherLimits: Record<string, readonly number[]> = { '07': [0, 60, 120, 365], '08': [0, 60, 120, 365], '13': [30, 60, 120, 365] };

export function ratingFor(creditType: string, daysOverdue: number): Rating {
  const limits = otherLimits[creditType] ?? retailLimits;
  return limits.filter((limit) => daysOverdue > limit).length as Rating;
}
