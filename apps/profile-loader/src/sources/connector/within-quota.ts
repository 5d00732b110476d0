import { setTimeout as delay } from 'node:timers/promises';
import type { Document, SourceName } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { JobReturnedError, type Rate } from '@vigia/messaging';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import { longestTurnMs } from '../providers/http-provider.js';

/**
 * No turn under the current plan is later than this. It is twice the longest wait: the clock of a statement stands still while it waits for
 * the row, and may be behind the clock of a statement that has taken a turn meanwhile.
 */
const farthestMs = 30_000;
const farthest = sql`excluded.ends_at + ${farthestMs} * interval '1 ms'`;

/**
 * Asks a provider no more often than its plan allows, for all processes together. A row holds the latest window with turns. If it is full,
 * a question takes a turn in the next window and waits for it, unless that is too late.
 */
export class WithinQuota implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly database: Database,
    private readonly source: SourceName,
    private readonly provider: string,
    private readonly quota: Rate,
    /** How long the provider must not be asked, if its circuit is open when the turn comes. */
    private readonly heldBackMs: () => number | undefined,
  ) {}

  async ask(document: Document, signal: AbortSignal, stands = false): Promise<SourceAnswer> {
    const waitMs = await this.turnInMs(stands ? await this.patienceMs(document) : longestTurnMs);
    if (waitMs === undefined) {
      const retryAfterMs = await this.fullForMs();
      return failed('rate_limited', { retryAfterMs, unasked: 'quota', detail: `quota of ${this.provider}` });
    }
    if (waitMs > 0) {
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      if (!(await this.isStillWanted(document))) throw new JobReturnedError('its source was paused or its task was closed');
      const retryAfterMs = this.heldBackMs();
      if (retryAfterMs !== undefined) return failed('circuit_open', { retryAfterMs, unasked: 'circuit' });
    }
    return this.connector.ask(document, signal);
  }

  /**
   * A waiting worker delays the line behind it. If the load can do without the answer, the worker waits only while more than a third of the
   * time of its task is left.
   */
  private async patienceMs({ docType, taxId }: Document): Promise<number> {
    const [task] = await this.database.rows<{ leftMs: number }>(
      sql`SELECT extract(epoch FROM task.deadline_at - (task.deadline_at - opened_at) / 3 - now())::float8 * 1000 AS left_ms
       FROM profiles.load JOIN profiles.task ON load_id = load.id
       WHERE tax_id = $1 AND doc_type = $2 AND load.state = 'open' AND source = $3`,
      [taxId, docType, this.source],
    );
    return Math.max(0, Math.min(task?.leftMs ?? 0, longestTurnMs));
  }

  /**
   * Takes a turn and returns when it comes; undefined if the next one is too late. A window later than any possible turn comes from an
   * earlier plan, and does not count.
   */
  private async turnInMs(patienceMs: number): Promise<number | undefined> {
    const [turn] = await this.database.rows<{ inMs: number }>(
      sql`INSERT INTO profiles.provider_window AS used (provider, ends_at, asked) VALUES ($1, now() + $3 * interval '1 ms', 1)
       ON CONFLICT (provider) DO UPDATE SET
         asked = CASE WHEN used.ends_at NOT BETWEEN now() AND ${farthest} OR used.asked >= $2 THEN 1 ELSE used.asked + 1 END,
         ends_at = CASE WHEN used.ends_at NOT BETWEEN now() AND ${farthest} THEN excluded.ends_at
           WHEN used.asked >= $2 THEN used.ends_at + $3 * interval '1 ms' ELSE used.ends_at END
       WHERE used.ends_at NOT BETWEEN now() AND ${farthest}
         OR CASE WHEN used.asked >= $2 THEN used.ends_at ELSE used.ends_at - $3 * interval '1 ms' END <= now() + $4 * interval '1 ms'
       RETURNING extract(epoch FROM used.ends_at - now())::float8 * 1000 - $3 AS in_ms`,
      [this.provider, this.quota.max, this.quota.perMs, patienceMs],
    );
    return turn && Math.max(0, Math.ceil(turn.inMs));
  }

  /** A turn may come seconds after the task was read. */
  private async isStillWanted({ docType, taxId }: Document): Promise<boolean> {
    const wanted = await this.database.rows(
      sql`SELECT 1 FROM profiles.load JOIN profiles.task ON load_id = load.id
       WHERE tax_id = $1 AND doc_type = $2 AND load.state = 'open' AND source = $3 AND task.closed_at IS NULL AND task.deadline_at > now()
         AND NOT EXISTS (SELECT FROM profiles.source_pause WHERE source_pause.source = task.source)`,
      [taxId, docType, this.source],
    );
    return wanted.length > 0;
  }

  private async fullForMs(): Promise<number> {
    const [window] = await this.database.rows<{ leftMs: number }>(
      sql`SELECT greatest(0, extract(epoch FROM ends_at - now()) * 1000)::float8 AS left_ms FROM profiles.provider_window WHERE provider = $1`,
      [this.provider],
    );
    return Math.ceil(window?.leftMs ?? 0);
  }
}
