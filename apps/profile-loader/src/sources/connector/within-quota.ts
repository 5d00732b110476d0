import type { Document } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { Rate } from '@vigia/messaging';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';

/** Asks a provider no oftener than its plan allows, all processes together: the window is a row. */
export class WithinQuota implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly database: Database,
    private readonly provider: string,
    private readonly quota: Rate,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    if (await this.take()) return this.connector.ask(document, signal);
    return failed('rate_limited', { retryAfterMs: await this.leftMs(), isUnasked: true, detail: `quota of ${this.provider}` });
  }

  private async take(): Promise<boolean> {
    const taken = await this.database.rows(
      sql`INSERT INTO profiles.provider_window AS used (provider, ends_at, asked) VALUES ($1, now() + $3 * interval '1 ms', 1)
       ON CONFLICT (provider) DO UPDATE SET asked = CASE WHEN used.ends_at <= now() THEN 1 ELSE used.asked + 1 END,
         ends_at = CASE WHEN used.ends_at <= now() THEN excluded.ends_at ELSE used.ends_at END
       WHERE used.ends_at <= now() OR used.asked < $2 RETURNING asked`,
      [this.provider, this.quota.max, this.quota.perMs],
    );
    return taken.length > 0;
  }

  private async leftMs(): Promise<number> {
    const [window] = await this.database.rows<{ leftMs: number }>(
      sql`SELECT greatest(0, extract(epoch FROM ends_at - now()) * 1000)::float8 AS left_ms FROM profiles.provider_window WHERE provider = $1`,
      [this.provider],
    );
    return Math.ceil(window?.leftMs ?? 0);
  }
}
