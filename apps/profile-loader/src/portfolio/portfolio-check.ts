import { Inject, Injectable } from '@nestjs/common';
import type { Document, ReplyOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { documentMark, type Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { Gauge } from 'prom-client';
import { healEntries, nextNight } from './keep-entries.js';

const page = 200;
/** The time after which a comparison is repeated if it failed or its replica died. */
const repeatAfterMs = 600_000;
/** How many drifts a reply names; all of them are logged. */
const mostTold = 100;

const found = new Gauge({
  name: 'vigia_portfolio_drifts',
  help: 'Entries of portfolios that the last comparison had to heal, on whichever replica; anything but 0 is an error',
});

type Drift = ReplyOf<'portfolio.verify'>['drifts'][number];

interface Taken {
  corporationId: string;
  takenAt: Date;
}

/** A row that was given back, also after a failure, has no time of comparison; one with a later time was compared by another replica, too. */
const driftsBeside = sql`CASE WHEN checked_at IS NULL OR checked_at > $3 THEN drifts ELSE 0 END`;

/** Compares entries with what they are derived from, repairs those that differ, and keeps the nightly totals of each portfolio. */
@Injectable()
export class PortfolioCheck {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks one due corporation, unless another replica has it. It stays due until it is compared, so that one that fails each time is overdue;
   * then it takes its turn from the end of its lease. A stopping replica leaves the check to another one, which starts it again at once.
   */
  async checkDue(stopping: AbortSignal): Promise<boolean> {
    const [due] = await this.database.rows<Taken>(
      sql`UPDATE profiles.portfolio_check SET leased_until = now() + $1 * interval '1 ms' WHERE corporation_id = (
         SELECT corporation_id FROM profiles.portfolio_check WHERE due_at <= now() AND coalesce(leased_until <= now(), true)
         ORDER BY greatest(due_at, leased_until) LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING corporation_id, now() AS taken_at`,
      [repeatAfterMs],
    );
    if (due) {
      const { corporationId } = due;
      const drifts: Drift[] = [];
      let isCompared = false;
      try {
        await this.check(corporationId, drifts, stopping, () => this.keepLease(corporationId));
        if (!stopping.aborted) {
          await this.database.transaction((tx) => endCheck(tx, due, drifts.length));
          isCompared = true;
        }
      } catch (error) {
        // A portfolio that cannot be compared must not delay the others.
        if (!stopping.aborted) this.logger.error({ err: error, corporationId }, 'a portfolio could not be compared, will be repeated');
      }
      if (!isCompared) await this.giveBack(due, drifts.length, stopping.aborted);
    }
    await this.tell();
    return due !== undefined;
  }

  /**
   * Ends the check of each corporation that is due. The others keep the numbers and the drifts of their night. One that fails delays no other,
   * and is reported at the end. Those that are due come first, and last those whose comparison was broken off: if the time of the caller is
   * too short for all, the next call goes on with others.
   */
  async verify(signal: AbortSignal): Promise<ReplyOf<'portfolio.verify'>> {
    const corporations = await this.database.rows<Taken & { isDue: boolean }>(
      sql`SELECT corporation_id, now() AS taken_at, due_at <= now() AS is_due FROM profiles.portfolio_check
         ORDER BY due_at > now(), checked_at NULLS LAST, corporation_id`,
    );
    const drifts: Drift[] = [];
    const failures: unknown[] = [];
    for (const corporation of corporations) {
      const before = drifts.length;
      try {
        await this.check(corporation.corporationId, drifts, signal);
        signal.throwIfAborted();
        if (corporation.isDue) await this.database.transaction((tx) => endCheck(tx, corporation, drifts.length - before));
      } catch (error) {
        if (corporation.isDue) await this.giveBack(corporation, drifts.length - before, false);
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return { corporations: corporations.length, healed: drifts.length, drifts: drifts.slice(0, mostTold) };
  }

  /** A large portfolio takes longer than its lease, which is renewed once half of it has passed. */
  private async keepLease(corporationId: string): Promise<void> {
    await this.database.rows(
      sql`UPDATE profiles.portfolio_check SET leased_until = now() + $2 * interval '1 ms'
       WHERE corporation_id = $1 AND leased_until < now() + $2 * interval '1 ms' / 2`,
      [corporationId, repeatAfterMs],
    );
  }

  /**
   * The drifts found so far are reported together with those that the new comparison finds, unless another replica has ended it meanwhile.
   * After a failure the lease stays, so that the comparison is not repeated at once.
   */
  private async giveBack({ corporationId, takenAt }: Taken, drifts: number, isAtOnce: boolean): Promise<void> {
    await this.database.rows(
      sql`UPDATE profiles.portfolio_check SET leased_until = CASE WHEN NOT $4 THEN leased_until END,
         checked_at = CASE WHEN checked_at > $3 THEN checked_at END, drifts = ${driftsBeside} + $2
       WHERE corporation_id = $1`,
      [corporationId, drifts, takenAt, isAtOnce],
    );
  }

  /** Adds what it heals to `drifts` page by page, because it may fail after some pages. */
  private async check(corporationId: string, drifts: Drift[], stopping: AbortSignal, afterPage?: () => Promise<void>): Promise<void> {
    let documents: Document[] = [];
    do {
      const last = documents.at(-1);
      documents = await this.database.rows<Document>(
        sql`SELECT doc_type, tax_id FROM (
           SELECT tax_id, doc_type FROM (
             SELECT tax_id, doc_type FROM billing.current_access
             WHERE corporation_id = $1 AND (tax_id, doc_type) > ($2, $3) ORDER BY tax_id, doc_type LIMIT ${page}) AS held
           UNION SELECT tax_id, doc_type FROM (
             SELECT tax_id, doc_type FROM profiles.portfolio_entry
             WHERE corporation_id = $1 AND (tax_id, doc_type) > ($2, $3) ORDER BY tax_id, doc_type LIMIT ${page}) AS entered) AS either
         ORDER BY tax_id, doc_type LIMIT ${page}`,
        [corporationId, last?.taxId ?? '', last?.docType ?? ''],
      );
      if (documents.length > 0) {
        for (const { columns, ...drift } of await this.database.transaction((tx) => healEntries(tx, corporationId, documents))) {
          this.logger.error(
            { corporationId, document: documentMark(drift.taxId), what: drift.what, columns },
            'a portfolio entry differed from its source rows and was corrected',
          );
          drifts.push({ corporationId, ...drift });
        }
      }
      await afterPage?.();
    } while (documents.length === page && !stopping.aborted);
  }

  /** Every replica reports all portfolios, including those that another replica compared. */
  private async tell(): Promise<void> {
    const [sum] = await this.database.rows<{ drifts: number }>(
      sql`SELECT coalesce(sum(drifts), 0)::int AS drifts FROM profiles.portfolio_check WHERE drifts > 0`,
    );
    found.set(sum?.drifts ?? 0);
  }
}

/** Counts classes only for what the corporation can read today. */
async function endCheck(tx: Transaction, { corporationId, takenAt }: Taken, drifts: number): Promise<void> {
  const classes = (column: 'alert' | 'compliance', most: 3 | 5) => sql`ARRAY(
    SELECT (SELECT count(*)::int FROM active WHERE ${column} = class) FROM generate_series(0, ${most}) AS class ORDER BY class)`;
  tx.send(
    sql`WITH active AS MATERIALIZED (
       SELECT alert, compliance, exposure_cents FROM profiles.portfolio_entry
       WHERE corporation_id = $1 AND standing = 'active' AND expires_at > public.business_now())
     INSERT INTO profiles.portfolio_day (corporation_id, day, alert, compliance, exposure_cents)
     SELECT $1, public.lima_today(), ${classes('alert', 5)}, ${classes('compliance', 3)}, coalesce((SELECT sum(exposure_cents) FROM active), 0)
     ON CONFLICT (corporation_id, day) DO UPDATE SET alert = excluded.alert, compliance = excluded.compliance, exposure_cents = excluded.exposure_cents`,
    [corporationId],
  );
  tx.send(sql`DELETE FROM profiles.portfolio_move WHERE corporation_id = $1 AND moved_at < now() - interval '400 days'`, [corporationId]);
  await tx.rows(
    sql`UPDATE profiles.portfolio_check SET due_at = ${nextNight}, leased_until = NULL, checked_at = now(), drifts = ${driftsBeside} + $2
     WHERE corporation_id = $1`,
    [corporationId, drifts, takenAt],
  );
}
