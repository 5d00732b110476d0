import { Injectable } from '@nestjs/common';
import type { panel, PanelAnswer, Section, SectionBasis } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

type Setting = Pick<PanelAnswer<typeof panel.profiles.basis>, 'paused' | 'plan'>;

/** What the evidence of a moment does not say itself: its hash stays as it is. */
@Injectable()
export class DaySetting {
  constructor(private readonly database: Database) {}

  /** Only the sources of the sections that are shown. An access that has ended at midnight belongs to the day before. */
  async of(corporationId: string, at: Date, withheld: Section[], shown: SectionBasis[]): Promise<Setting> {
    const sources = shown.flatMap((section) => section.sources.map(({ source }) => source));
    const [row] = await this.database.rows<{ paused: string[]; withheldThen: string[] | null }>(
      sql`SELECT
         ARRAY(SELECT source FROM profiles.paused_source WHERE source = ANY($3) AND paused_at < $2 AND coalesce(ended_at >= $2, true)
           ORDER BY source) AS paused,
         (SELECT excluded_sections FROM billing.contract_sections WHERE corporation_id = $1
            AND (($2::timestamptz - interval '1 microsecond') AT TIME ZONE 'America/Lima')::date BETWEEN starts_on AND ends_on LIMIT 1) AS withheld_then`,
      [corporationId, at, sources],
    );
    return { paused: row!.paused, plan: { withheld, withheldThen: row!.withheldThen } };
  }
}
