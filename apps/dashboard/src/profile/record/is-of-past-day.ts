import { dayOf } from '#language/instant.ts';

/**
 * Whether a state can be read again by its day. Until the day is over the profile may change, and the state of a day is that of its end. A day
 * and an access end at the instant at which the next day begins.
 */
export function isOfPastDay(at: string): boolean {
  return dayOf(Date.parse(at) - 1) < dayOf(Date.now());
}
