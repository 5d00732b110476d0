import type { Size } from './condition.js';

/** 0 normal, 1 with potential problems, 2 deficient, 3 doubtful, 4 loss. */
export type Rating = 0 | 1 | 2 | 3 | 4;

export const creditTypeOf: Record<Size, string> = { person: '12', micro: '10', small: '09', medium: '08', large: '07' };

// The last day overdue of ratings 0 to 3.
const retailLimits = [8, 30, 60, 120];
const wholesaleLimits = [0, 60, 120, 365];

export function ratingFor(creditType: string, daysOverdue: number): Rating {
  const limits = creditType === '07' || creditType === '08' ? wholesaleLimits : retailLimits;
  return limits.filter((limit) => daysOverdue > limit).length as Rating;
}
