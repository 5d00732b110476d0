import { Controller, Inject } from '@nestjs/common';
import { VigiaError, type PayloadOf, type ReplyOf, type Rescreening } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Handles } from '@vigia/messaging';
import { documentMark, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { screened } from '../../sources/providers/provider-file.js';
import { SourceProviders } from '../../sources/providers/provider.js';
import { beginWhole } from './rescreenings.js';

type Row = Omit<Rescreening, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null };
type ClosedHit = ReplyOf<'hits.closed'>['hits'][number];

/** Operators' questions about rescreenings. */
@Controller()
export class RescreeningController {
  constructor(
    private readonly database: Database,
    private readonly providers: SourceProviders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles('lists.rescreening')
  async newest({ list }: PayloadOf<'lists.rescreening'>): Promise<ReplyOf<'lists.rescreening'>> {
    const [row] = await this.database.rows<Row>(
      sql`SELECT list, version, is_whole, compared, is_overtaken, started_at, ended_at,
         (SELECT count(*)::int FROM profiles.screened_subject) AS subjects, touched, screened, not_screened,
         (SELECT count(*)::int FROM profiles.closed_hit WHERE closed_hit.list = rescreening.list AND closed_at >= started_at) AS closed_hits
       FROM profiles.rescreening CROSS JOIN LATERAL (
         SELECT count(*)::int AS touched, count(*) FILTER (WHERE is_screened)::int AS screened,
           count(*) FILTER (WHERE closed_at IS NOT NULL AND NOT is_screened)::int AS not_screened
         FROM profiles.rescreening_task WHERE rescreening = rescreening.id) AS task
       WHERE list = $1 ORDER BY id DESC LIMIT 1`,
      [list],
    );
    // Nothing here continues one that was under way when a provider took over.
    if (row && !row.endedAt) this.refuseWhereAProviderScreens();
    return { rescreening: row ? { ...row, startedAt: row.startedAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null } : null };
  }

  @Handles('lists.rescreen')
  async rescreen({ list, actor }: PayloadOf<'lists.rescreen'>): Promise<ReplyOf<'lists.rescreen'>> {
    this.refuseWhereAProviderScreens();
    const [inForce] = await this.database.rows<{ isScreened: boolean }>(
      sql`SELECT kind IN ('list', 'sanctioned') AS is_screened FROM (
         SELECT dataset, kind FROM registry.current_version UNION ALL SELECT dataset, kind FROM registry.retired) AS known
       WHERE dataset = $1 LIMIT 1`,
      [list],
    );
    if (!inForce) throw VigiaError.of('conflict', { detail: `no version of ${list} is in force` });
    if (!inForce.isScreened) throw VigiaError.of('conflict', { detail: `${list} is not a list that profiles are screened against` });
    await beginWhole(this.database, list, actor);
    return this.newest({ list });
  }

  @Handles('hits.closed')
  async closed({ document }: PayloadOf<'hits.closed'>): Promise<ReplyOf<'hits.closed'>> {
    const hits = await this.database.rows<Omit<ClosedHit, 'closedAt'> & { closedAt: Date }>(
      sql`SELECT list, entity_id, asked_name, listed_name, opened_in, closed_in, subject_changed, ended_on, closed_at FROM profiles.closed_hit
       WHERE tax_id = $1 AND doc_type = $2 ORDER BY id DESC LIMIT 100`,
      [document.taxId, document.docType],
    );
    this.logger.info({ document: documentMark(document.taxId) }, 'closed hits listed for an operator');
    return { hits: hits.map((hit) => ({ ...hit, closedAt: hit.closedAt.toISOString() })) };
  }

  private refuseWhereAProviderScreens(): void {
    if (this.providers.of[screened].kind !== 'lists')
      throw VigiaError.of('conflict', { detail: 'a provider screens here, against its own lists' });
  }
}
