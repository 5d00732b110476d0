import type { Cadence } from '@vigia/contracts';

/** Null if the day of publication cannot be predicted. */
export const cadenceHours: Record<Cadence, number | null> = { two_hourly: 2, daily: 24, weekly: 168, monthly: 24 * 31, by_hand: null };
