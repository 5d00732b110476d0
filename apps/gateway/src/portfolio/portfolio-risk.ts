import { Injectable } from '@nestjs/common';
import type { PortfolioRisk } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { WholeReads } from '../limits/whole-reads.js';

type Day = PortfolioRisk['days'][number];

/** The classes of a portfolio night by night, the profiles that changed class, and how many end in each month. */
@Injectable()
export class PortfolioRisks {
  constructor(
    private readonly database: Database,
    private readonly reads: WholeReads,
  ) {}

  of(corporationId: string, days: number): Promise<PortfolioRisk> {
    return this.reads.shared(corporationId, ['risk', days], () => this.read(corporationId, days));
  }

  private async read(corporationId: string, days: number): Promise<PortfolioRisk> {
    // All on one connection.
    const [nights, moved, expiring] = await this.database.transaction((tx) =>
      Promise.all([this.nights(tx, corporationId, days), this.moved(tx, corporationId, days), this.expiring(tx, corporationId)]),
    );
    return { days: nights.map(({ exposureCents, ...day }) => ({ ...day, exposureCents: Number(exposureCents) })), moved, expiring };
  }

  private nights(tx: Transaction, corporationId: string, days: number) {
    return tx.rows<Omit<Day, 'exposureCents'> & { exposureCents: string }>(
      sql`SELECT day, alert, compliance, exposure_cents FROM profiles.portfolio_history
       WHERE corporation_id = $1 AND day > public.lima_today() - $2::int ORDER BY day`,
      [corporationId, days],
    );
  }

  /**
   * Counts whole weeks, and only profiles whose score is still shown, so that each number matches the list that it links to. A plan of today
   * that leaves the score out hides its moves of the past, too.
   */
  private moved(tx: Transaction, corporationId: string, days: number) {
    return tx.rows<PortfolioRisk['moved'][number]>(
      sql`SELECT date_trunc('week', moved_at AT TIME ZONE 'America/Lima')::date AS week, from_alert AS from, to_alert AS to,
         count(DISTINCT (tax_id, doc_type))::int AS profiles
       FROM profiles.alert_move JOIN profiles.listed_profile AS listed USING (corporation_id, tax_id, doc_type)
       WHERE corporation_id = $1 AND listed.standing <> 'ended' AND listed.alert_code IS DISTINCT FROM 'SH30'
         AND moved_at >= date_trunc('week', (now() - $2 * interval '1 day') AT TIME ZONE 'America/Lima') AT TIME ZONE 'America/Lima'
       GROUP BY 1, 2, 3 ORDER BY 1 DESC, 3 DESC, 2`,
      [corporationId, days],
    );
  }

  private expiring(tx: Transaction, corporationId: string) {
    return tx.rows<PortfolioRisk['expiring'][number]>(
      sql`SELECT to_char((expires_at - interval '1 ms') AT TIME ZONE 'America/Lima', 'YYYY-MM') AS month, count(*)::int AS profiles
       FROM profiles.listed_profile WHERE corporation_id = $1 AND standing = 'active' AND expires_at < public.business_now() + interval '400 days'
       GROUP BY 1 ORDER BY 1`,
      [corporationId],
    );
  }
}
