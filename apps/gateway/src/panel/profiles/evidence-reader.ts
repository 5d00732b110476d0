import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  awaitedFragments,
  type Document,
  liveView,
  type ProfileEvidence,
  type Section,
  sections,
  summaryData,
  type SummaryV2,
  type SummaryView,
  VigiaError,
  withhold,
} from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { lastLoad, seenAt, type AskedProfile } from '@vigia/summaries';
import { LiveSummary } from '../../summaries/live-summary.js';
import { asOfPastDay } from '../../summaries/past-day.js';
import { basisOf, type KeptVersion } from './domain/section-basis.js';

export interface Evidence {
  at: Date;
  sha256: string;
  /** The sections that the plan leaves out, which the evidence does not name. */
  withheld: Section[];
  evidence: ProfileEvidence;
  /** Whether the corporation may read the current profile. */
  isLive: boolean;
}

interface SeenRow {
  at: Date;
  activo: boolean;
  withheld: Section[];
  estado: SummaryView['estado'] | null;
  failedSources: string[] | null;
  /** In the order of the sections; null for a section that does not exist yet. */
  versions: (KeptVersion | null)[];
}

/** A profile at a moment, from its kept versions, with their basis. Everything is read in one snapshot. */
@Injectable()
export class EvidenceReader {
  constructor(
    private readonly database: Database,
    private readonly live: LiveSummary,
  ) {}

  /** As of now, or of the end of a day. */
  async at(corporationId: string, document: Document, day?: string): Promise<Evidence> {
    const asked = { corporationId, taxId: document.taxId, docTypes: [document.docType] };
    const row = await (day === undefined ? this.seen(asked) : asOfPastDay(this.database, day, (end) => this.seen(asked, end)));
    if (row) return evidenceOf(document, row, day === undefined && row.activo);
    if (day !== undefined) throw VigiaError.of('profile_not_found');
    return evidenceOf(document, await this.unread(asked), false);
  }

  private async seen({ corporationId, taxId, docTypes }: AskedProfile, moment?: Date): Promise<SeenRow | undefined> {
    const [row] = await this.database.rows<SeenRow>(
      sql`WITH seen AS (${seenAt})
       SELECT seen.at, seen.activo, seen.withheld, load.estado, load.failed_sources,
         (SELECT json_agg(kept ORDER BY place) FROM unnest($5::text[]) WITH ORDINALITY AS wanted (section, place) LEFT JOIN LATERAL (
            SELECT json_build_object('fragment', fragment_v2, 'validFrom', valid_from, 'provenance', provenance) AS kept
            FROM profiles.past_section AS version
            WHERE version.tax_id = seen.tax_id AND version.doc_type = seen.doc_type AND version.section = wanted.section
              AND version.valid_from < seen.at
            ORDER BY version.valid_from DESC LIMIT 1) AS version ON true) AS versions
       FROM seen LEFT JOIN LATERAL (${lastLoad}) AS load ON true`,
      [corporationId, taxId, docTypes, moment ?? null, sections],
    );
    return row;
  }

  /**
   * Before its first load has ended, a corporation has read nothing: the summary shows what exists so far, and that has no basis yet. If
   * the load failed, only the failure exists.
   */
  private async unread(asked: AskedProfile): Promise<SeenRow> {
    const row = await this.live.find('v2', asked);
    if (!row || row.accessState === 'active' || row.accessState === 'expired') throw VigiaError.of('profile_not_found');
    const { estado, failedSources, fragments } = liveView('v2', { ...row, withheld: [] });
    const shown = row.accessState === 'failed' ? fragments : awaitedFragments(row.docType).v2;
    const versions = shown.map((fragment) => ({ fragment, validFrom: null, provenance: [] }));
    const [now] = await this.database.rows<{ at: Date }>(sql`SELECT public.business_now() AS at`);
    return { at: now!.at, activo: false, withheld: row.withheld, estado, failedSources, versions };
  }
}

function evidenceOf(document: Document, row: SeenRow, isLive: boolean): Evidence {
  const { at, activo, withheld } = row;
  const missing = awaitedFragments(document.docType).v2;
  const versions = row.versions.map((kept, place) => kept ?? { fragment: missing[place]!, validFrom: null, provenance: [] });
  const failedSources = row.failedSources ?? [];
  const view: SummaryView = {
    activo,
    estado: row.estado ?? 'loading',
    failedSources,
    fragments: withhold(
      'v2',
      versions.map(({ fragment }) => fragment),
      withheld,
    ),
  };
  const evidence: ProfileEvidence = {
    docType: document.docType,
    taxId: document.taxId,
    summary: JSON.parse(summaryData('v2', document.taxId, view)) as SummaryV2,
    sections: sections.flatMap((section, place) =>
      withheld.includes(section) ? [] : basisOf(section, document.docType, versions[place]!, { failedSources, withheld }),
    ),
  };
  return { at, isLive, withheld, evidence, sha256: createHash('sha256').update(JSON.stringify(evidence)).digest('hex') };
}
