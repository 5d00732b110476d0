import { sourceNames, type SourceName } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { SourceProviders } from '../sources/providers/provider.js';
import { mostWaiting, type Room } from './refresh-room.js';

interface Pace {
  /** How many may be opened at once after a long time without any. */
  most: number;
  everyMs: number;
}

/**
 * The pace at which refreshes are opened if the window of a rate limit is longer than the deadline of a task. The allowance of such a
 * window may be used up within minutes, and tasks that are opened after that would fail, however few are waiting. So refreshes are opened
 * evenly, at half the rate, because clients ask too. One row for each source tells how far all replicas together are ahead of that pace.
 */
export class RefreshPace {
  private readonly paces: Map<SourceName, Pace>;

  constructor(
    private readonly database: Database,
    { of }: SourceProviders,
    taskDeadlineMs: number,
  ) {
    this.paces = new Map(
      sourceNames.flatMap((source) => {
        const { rate } = of[source];
        if (!rate || rate.perMs <= taskDeadlineMs) return [];
        return [[source, { most: mostWaiting(of[source], taskDeadlineMs), everyMs: (2 * rate.perMs) / rate.max }]];
      }),
    );
  }

  /** The room of each source, or what its pace leaves of it. */
  async within(room: Room): Promise<Room> {
    if (this.paces.size === 0) return room;
    const paces = [...this.paces].map(([source, { most, everyMs }]) => ({ row: rowOf(source), farthestMs: most * everyMs }));
    const lasting = await this.database.rows<{ provider: string; leftMs: number }>(
      sql`SELECT provider, greatest(0, extract(epoch FROM ends_at - now()) * 1000)::float8 AS left_ms FROM profiles.provider_window
       WHERE provider = ANY($1)`,
      [paces.map(({ row }) => row)],
    );
    const leftMs = new Map(lasting.map((row) => [row.provider, row.leftMs]));
    const earlier = paces.filter(({ row, farthestMs }) => (leftMs.get(row) ?? 0) > farthestMs);
    if (earlier.length > 0) await this.shorten(earlier);
    return new Map(
      [...room].map(([source, more]) => {
        const pace = this.paces.get(source);
        return [source, pace ? Math.min(more, Math.floor(pace.most - (leftMs.get(rowOf(source)) ?? 0) / pace.everyMs)) : more];
      }),
    );
  }

  /** What lies farther ahead was written under an earlier, slower rate, or by replicas that opened refreshes at the same moment. */
  private async shorten(paces: { row: string; farthestMs: number }[]): Promise<void> {
    await this.database.rows(
      sql`UPDATE profiles.provider_window SET ends_at = now() + farthest_ms * interval '1 ms'
       FROM unnest($1::text[], $2::float8[]) AS paced (row_name, farthest_ms)
       WHERE provider = row_name AND ends_at > now() + farthest_ms * interval '1 ms'`,
      [paces.map(({ row }) => row), paces.map(({ farthestMs }) => farthestMs)],
    );
  }

  /** Runs in the transaction that opens a refresh of these sources. */
  note(tx: Transaction, sources: SourceName[]): void {
    const opened = sources.flatMap((source) => {
      const pace = this.paces.get(source);
      return pace ? [{ row: rowOf(source), everyMs: pace.everyMs }] : [];
    });
    if (opened.length === 0) return;
    tx.send(
      sql`INSERT INTO profiles.provider_window AS paced (provider, ends_at, asked)
       SELECT provider, now() + every_ms * interval '1 ms', 1 FROM unnest($1::text[], $2::float8[]) AS opened (provider, every_ms) ORDER BY provider
       ON CONFLICT (provider) DO UPDATE SET ends_at = greatest(paced.ends_at, now()) + (excluded.ends_at - now())`,
      [opened.map(({ row }) => row), opened.map(({ everyMs }) => everyMs)],
    );
  }
}

/** Distinct from the rows of fallback and overlay providers, which are also named after their source. */
function rowOf(source: SourceName): string {
  return `${source}: refreshes`;
}
