import type { SourceName, SourceStatus } from '@vigia/contracts';
import { type Database, sql } from '@vigia/database';
import { percentileMs } from '../domain/answer-times.js';
import { reportEveryMs } from './source-meter.js';

type Measures = Pick<SourceStatus, 'lastAnswerAt' | 'hour' | 'circuits'>;

interface MeasureRow {
  source: SourceName;
  answeredAt: Date | null;
  asked: number;
  failed: number;
  timedOut: number;
  times: number[];
  open: number;
  replicas: number;
}

/** A replica that has missed three reports counts as ended. */
const reportedWithinMs = 3 * reportEveryMs;

/** How the given sources have answered in the last hour, whichever replicas asked them. */
export async function measuresOf(database: Database, sources: readonly SourceName[]): Promise<Map<SourceName, Measures>> {
  const rows = await database.rows<MeasureRow>(
    sql`SELECT source, answered_at, coalesce(hour.asked, 0)::int AS asked, coalesce(hour.failed, 0)::int AS failed,
       coalesce(hour.timed_out, 0)::int AS timed_out, coalesce(times, '{}') AS times, coalesce(circuit.open, 0)::int AS open, coalesce(replicas, 0)::int AS replicas
     FROM unnest($1::text[]) AS source
     LEFT JOIN profiles.source_last_answer USING (source)
     LEFT JOIN (SELECT source, sum(asked) AS asked, sum(failed) AS failed, sum(timed_out) AS timed_out FROM profiles.source_minute
       WHERE minute > now() - interval '1 hour' GROUP BY source) AS hour USING (source)
     LEFT JOIN (SELECT source, count(*) FILTER (WHERE open) AS open, count(*) AS replicas FROM profiles.source_circuit
       WHERE reported_at > now() - $2 * interval '1 ms' GROUP BY source) AS circuit USING (source)
     LEFT JOIN (SELECT source, array_agg(taken ORDER BY range) AS times FROM (
         SELECT source, range, sum(taken)::int AS taken FROM profiles.source_minute CROSS JOIN unnest(times) WITH ORDINALITY AS each (taken, range)
         WHERE minute > now() - interval '1 hour' GROUP BY source, range) AS ranges
       GROUP BY source) AS spread USING (source)`,
    [sources, reportedWithinMs],
  );
  return new Map(
    rows.map(({ source, answeredAt, times, open, replicas, ...counts }) => [
      source,
      {
        lastAnswerAt: answeredAt?.toISOString() ?? null,
        hour: { ...counts, p50Ms: percentileMs(times, 0.5), p95Ms: percentileMs(times, 0.95) },
        circuits: { open, of: replicas },
      },
    ]),
  );
}
