import { Injectable } from '@nestjs/common';
import type { SourceName } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

export interface Pause {
  reason: string;
  since: Date;
}

/** Sources that an operator has taken out. Rows, so that a pause holds for every replica and outlives the broker. */
@Injectable()
export class SourcePauses {
  constructor(private readonly database: Database) {}

  async all(): Promise<Map<SourceName, Pause>> {
    const rows = await this.database.rows<Pause & { source: SourceName }>(
      sql`SELECT source, reason, paused_at AS since FROM profiles.source_pause`,
    );
    return new Map(rows.map(({ source, ...pause }) => [source, pause]));
  }

  /** A source that is paused already stays so since then, for the new reason. */
  async begin(source: SourceName, reason: string): Promise<void> {
    await this.database.rows(
      sql`INSERT INTO profiles.source_pause (source, reason) VALUES ($1, $2) ON CONFLICT (source) DO UPDATE SET reason = excluded.reason`,
      [source, reason],
    );
  }

  async end(source: SourceName): Promise<void> {
    await this.database.rows(sql`DELETE FROM profiles.source_pause WHERE source = $1`, [source]);
  }
}
