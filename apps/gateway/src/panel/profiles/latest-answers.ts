import { Injectable } from '@nestjs/common';
import type { Document, panel, PanelAnswer, SectionBasis } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { marksOf, type Trail } from './domain/section-basis.js';

interface LatestRow {
  source: Latest['source'];
  sourceVersion: string | null;
  answeredAt: Date;
  trail: Trail | null;
}

type Latest = PanelAnswer<typeof panel.profiles.basis>['latest'][number];

/** When sources last answered, for corporations that may read the current profile. */
@Injectable()
export class LatestAnswers {
  constructor(private readonly database: Database) {}

  /** Only for the sources of these sections, because a plan may leave some out. */
  async of({ docType, taxId }: Document, shown: SectionBasis[]): Promise<Latest[]> {
    const sources = shown.flatMap((section) => section.sources.map(({ source }) => source));
    const rows = await this.database.rows<LatestRow>(
      sql`SELECT source, source_version, answered_at, trail FROM profiles.latest_answer
       WHERE tax_id = $1 AND doc_type = $2 AND source = ANY($3) ORDER BY source`,
      [taxId, docType, sources],
    );
    return rows.map(({ source, sourceVersion, answeredAt, trail }) => ({
      source,
      version: sourceVersion,
      answeredAt: answeredAt.toISOString(),
      ...marksOf({ ...trail, sourceVersion }),
    }));
  }
}
