import { sourceNames, type SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Rate } from '@vigia/messaging';
import type { SourceProviders } from '../sources/providers/provider.js';
import { isOpen } from './open-tasks.js';

const slowAnswerMs = 3_000;

/** After everything that clients wait for: no request has this many documents. */
export const refreshPlace = 1_000;

export type Room = Map<SourceName, number>;

interface Limits {
  concurrency: number;
  rate?: Rate;
  overlays?: readonly { quota?: Rate }[];
}

/**
 * Half of what the source's rate limit and the quotas of its overlays allow, because clients ask too. A quota whose window is longer than
 * the life of a task is left out: whether it is used up does not depend on how many wait.
 */
export function mostWaiting({ concurrency, rate, overlays = [] }: Limits, taskDeadlineMs: number): number {
  const quotas = overlays.flatMap(({ quota }) => (quota && quota.perMs <= taskDeadlineMs ? [quota] : []));
  const rates = [...(rate ? [rate] : []), ...quotas].map(({ max, perMs }) => max / perMs / 2);
  const perMs = Math.min(concurrency / slowAnswerMs, ...rates);
  return Math.max(1, Math.floor(perMs * taskDeadlineMs));
}

/**
 * For how many more refreshes each source has room. The deadline of a task counts from the moment when it is opened. So no more may wait
 * than one replica can ask for in that time, even if the source is slow: a source that answers everything must not count as failed because
 * many profiles were due together. Tasks of bounded dependants count before their first stage is closed, because it may close for all of
 * them at once. A paused source has no entry: nobody would ask it before the deadline, so its refreshes stay due. No open task has a deadline
 * before `openSince`.
 */
export async function refreshRoom(
  database: Database,
  { of }: SourceProviders,
  bounded: readonly SourceName[],
  taskDeadlineMs: number,
  openSince: string,
): Promise<Room> {
  const [open, paused] = await Promise.all([
    database.rows<{ source: SourceName; pending: number; waiting: number }>(
      sql`SELECT source, count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'waiting')::int AS waiting
       FROM profiles.task WHERE ${isOpen} AND deadline_at >= $1::timestamptz AND place = ${refreshPlace} GROUP BY source`,
      [openSince],
    ),
    database.rows<{ source: SourceName }>(sql`SELECT source FROM profiles.source_pause`),
  ]);
  const tasksOf = new Map(open.map(({ source, pending, waiting }) => [source, bounded.includes(source) ? pending + waiting : pending]));
  const asked = sourceNames.filter((name) => !paused.some(({ source }) => source === name));
  return new Map(asked.map((source) => [source, mostWaiting(of[source], taskDeadlineMs) - (tasksOf.get(source) ?? 0)]));
}
