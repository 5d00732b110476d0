import { Controller, Inject } from '@nestjs/common';
import { sourceJob, sourceNames, sourceQueue, type PayloadOf, type ReplyOf, type SourceName, type SourceStatus } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Broker, Handles } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { TaskDispatcher } from '../tasks/task-dispatcher.js';
import { measuresOf } from './source-measures.js';
import { SourceMeter } from './source-meter.js';

/**
 * The operator's commands for sources. A pause is a row, so it holds for every replica and survives the loss of the broker. An ended one is
 * kept, because the days between look like any others otherwise.
 */
@Controller()
export class SourcesController {
  constructor(
    private readonly database: Database,
    private readonly dispatcher: TaskDispatcher,
    private readonly broker: Broker,
    private readonly meter: SourceMeter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('sources.list')
  async list(): Promise<ReplyOf<'sources.list'>> {
    return { sources: await this.statusOf(sourceNames) };
  }

  /** A source that is already paused keeps its time, and takes the new reason and who gave it. */
  @Handles('sources.pause')
  async pause({ source, reason, actor = 'operator' }: PayloadOf<'sources.pause'>): Promise<ReplyOf<'sources.pause'>> {
    await this.database.rows(
      sql`INSERT INTO profiles.source_pause (source, reason, paused_by) VALUES ($1, $2, $3)
       ON CONFLICT (source) DO UPDATE SET reason = excluded.reason, paused_by = excluded.paused_by`,
      [source, reason, actor],
    );
    this.logger.warn({ source, reason }, 'source paused');
    return this.only(source);
  }

  @Handles('sources.resume')
  async resume({ source, actor }: PayloadOf<'sources.resume'>): Promise<ReplyOf<'sources.resume'>> {
    await this.database.rows(
      sql`WITH ended AS (DELETE FROM profiles.source_pause WHERE source = $1 RETURNING source, paused_at, reason, paused_by)
       INSERT INTO profiles.ended_pause (source, paused_at, ended_at, reason, paused_by, ended_by)
       SELECT source, paused_at, now(), reason, paused_by, $2::text FROM ended`,
      [source, actor ?? null],
    );
    this.logger.warn({ source }, 'source resumed');
    this.dispatcher.kick();
    return this.only(source);
  }

  private async only(source: SourceName): Promise<SourceStatus> {
    const [status] = await this.statusOf([source]);
    return status!;
  }

  private async statusOf(sources: SourceName[]): Promise<SourceStatus[]> {
    // Includes what this replica has counted since its last report; the counts of others are some seconds old.
    await this.meter.report();
    const measures = await measuresOf(this.database, sources);
    const pauses = await this.database.rows<{ source: SourceName; reason: string; pausedAt: Date }>(
      sql`SELECT source, reason, paused_at FROM profiles.source_pause`,
    );
    return Promise.all(
      sources.map(async (source) => {
        const pause = pauses.find((paused) => paused.source === source);
        const counts = await this.broker.jobs(sourceQueue(source), sourceJob).counts();
        return {
          source,
          pause: pause ? { reason: pause.reason, since: pause.pausedAt.toISOString() } : null,
          ...counts,
          ...measures.get(source)!,
        };
      }),
    );
  }
}
