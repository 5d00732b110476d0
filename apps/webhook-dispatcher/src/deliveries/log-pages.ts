import { sql } from '@vigia/database';

/** A delivery after its end, and an attempt after its start. */
export const historyIsKept = sql`interval '13 months'`;

/** The state of a delivery; null: each of them. */
export const outcomes = (state: string) => sql`unnest(CASE WHEN ${state} IS NULL
  THEN ARRAY['PENDING', 'SUCCEEDED', 'FAILED', 'SKIPPED_INACTIVE'] ELSE ARRAY[${state}] END) AS outcome`;

/**
 * Up to this number, the tests of a corporation or its events that wait are read by their own index. If there are more, they are found soon
 * in the order of the log.
 */
export const few = 1_000;

/** Limits that are always present, so that a page begins in its index where the page before it ended. */
export const newest = sql`9223372036854775807`;

/**
 * Where a list of deliveries to one receiver begins and ends in time, by the index of their instants. Positions are given in the order of
 * instants except among transactions of the same moment, and none takes a minute.
 */
export const within = (from: string, to: string) => sql`
  delivery.position >= CASE WHEN ${from} IS NULL THEN 0 ELSE (SELECT min(position) FROM (
    SELECT position FROM webhooks.delivery WHERE configuration_id = configuration.id AND created_at >= ${from} - interval '1 minute'
    ORDER BY created_at LIMIT 100) AS first) END
  AND delivery.position <= CASE WHEN ${to} IS NULL THEN ${newest} ELSE (SELECT max(position) FROM (
    SELECT position FROM webhooks.delivery WHERE configuration_id = configuration.id AND created_at < ${to} + interval '1 minute'
    ORDER BY created_at DESC LIMIT 100) AS last) END`;
