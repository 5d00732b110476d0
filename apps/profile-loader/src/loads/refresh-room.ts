import { sourceNames, type SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Rate } from '@vigia/messaging';
import type { SourceProviders } from '../sources/providers/provider.js';

const slowAnswerMs = 3_000;

/** After everything that clients wait for: no request has as many documents. */
export const refreshPlace = 1_000;

export type Room = Map<SourceName, number>;

interface Limits {
  concurrency: number;
  rate?: Rate;
  overlays?: readonly { quota?: Rate }[];
}

/**
 * Half of what its rate allows, because clients ask too, and the quotas of its overlays. One whose window is longer than a task lives is used up or
 * not, however few wait for it.
 */
export function mostWaiting({ concurrency, rate, overlays = [] }: Limits, taskDeadlineMs: number): number {
  const quotas = overlays.flatMap(({ quota }) => (quota && quota.perMs <= taskDeadlineMs ? [quota] : []));
  const rates = [...(rate ? [rate] : []), ...quotas].map(({ max, perMs }) => max / perMs / 2);
  const perMs = Math.min(concurrency / slowAnswerMs, ...rates);
  return Math.max(1, Math.floor(perMs * taskDeadlineMs));
}

/**
 * For how many more refreshes each source has room. A task has its deadline from the moment that it is opened, so no more may wait than one replica asks
 * for in that time, also where the source is slow: a source that answers everything must not be told to have failed because many profiles were
 * due together. Tasks of bounded dependants count before their first stage is closed: it may close for all of them at once.
 */
export async function refreshRoom(
  database: Database,
  { of }: SourceProviders,
  bounded: readonly SourceName[],
  taskDeadlineMs: number,
): Promise<Room> {
  const open = await database.rows<{ source: SourceName; pending: number; waiting: number }>(
    sql`SELECT source, count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'waiting')::int AS waiting
     FROM profiles.task WHERE state IN ('waiting', 'pending') AND closed_at IS NULL AND place = ${refreshPlace} GROUP BY source`,
  );
  const tasksOf = new Map(open.map(({ source, pending, waiting }) => [source, bounded.includes(source) ? pending + waiting : pending]));
  return new Map(sourceNames.map((source) => [source, mostWaiting(of[source], taskDeadlineMs) - (tasksOf.get(source) ?? 0)]));
}
