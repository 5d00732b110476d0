import { sql } from '@vigia/database';

/**
 * For how long a row is left alone after it was pushed: doubling from two seconds up to fifteen, so that a queue that
 * has fallen behind is not fed faster than it drains, and far below any deadline, so that lost work comes back in time.
 */
export const nextDueSql = sql`now() + least(2000 * power(2, least(dispatches, 10)), 15000) * (1 + random() * 0.2) * interval '1 millisecond'`;

export const shortestLeaseMs = 2_000;
