import type { Day } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { monthlyPlanIsOver, overSince, plansToEnd } from '../access/end-of-monitoring.js';
import { abandon } from '../access/pending-accesses.js';
import { tellAccesses, type HeldDocument } from '../access/tell-accesses.js';

const batch = 500;

/**
 * If a loader dies between billing's confirmation and its own commit, pending accesses remain that no request will settle. This closes
 * those that are old enough and have no running request. If the loader was only slow, its settlement opens them again.
 */
export async function closeAbandonedAccesses(database: Database, outbox: Outbox, abandonedAfterMs: number): Promise<boolean> {
  return database.transaction(async (tx) =>
    told(
      tx,
      outbox,
      await tx.rows<HeldDocument>(
        sql`UPDATE billing.access SET ${abandon}
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT corporation_id, tax_id, doc_type FROM billing.access
       WHERE state = 'pending' AND updated_at < now() - $1 * interval '1 ms'
         AND NOT EXISTS (SELECT FROM profiles.request_status AS request WHERE request.request_id = access.request_id AND request.state <> 'finished')
       ORDER BY updated_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
     RETURNING corporation_id, doc_type, tax_id`,
        [abandonedAfterMs],
      ),
    ),
  );
}

/**
 * Readers compare the time themselves (`billing.current_access`), so this may run late. Its cost depends on what is due, not on what is
 * stored.
 */
export async function expireDueAccesses(database: Database, outbox: Outbox): Promise<boolean> {
  return database.transaction(async (tx) =>
    told(
      tx,
      outbox,
      await tx.rows<HeldDocument>(
        sql`UPDATE billing.access SET state = 'expired', updated_at = now()
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT corporation_id, tax_id, doc_type FROM billing.access WHERE state = 'active' AND expires_at <= public.business_now()
       ORDER BY expires_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
     RETURNING corporation_id, doc_type, tax_id`,
      ),
    ),
  );
}

/** Ends the accesses of a relation of their keys and the instant since which they are over. */
const endThose = (over: string) => sql`
  WITH over AS (${over}), ended AS (
    UPDATE billing.access SET state = 'expired', expires_at = over_since, updated_at = now() FROM over
    WHERE (access.corporation_id, access.tax_id, access.doc_type) = (over.corporation_id, over.tax_id, over.doc_type)
    RETURNING access.corporation_id, access.tax_id, access.doc_type, over_since)
  UPDATE billing.access_period SET ends_at = greatest(over_since, opened_at) FROM ended
  WHERE (access_period.corporation_id, access_period.tax_id, access_period.doc_type) = (ended.corporation_id, ended.tax_id, ended.doc_type)
    AND access_period.ends_at IS NULL
  RETURNING ended.corporation_id, ended.doc_type, ended.tax_id`;

const endedWithContracts = endThose(sql`
  SELECT corporation_id, tax_id, doc_type, coalesce(${overSince}, (newest.ends_on + 1)::timestamp AT TIME ZONE 'America/Lima') AS over_since
  FROM billing.contract AS newest JOIN billing.access USING (corporation_id)
  WHERE ${monthlyPlanIsOver} AND access.state = 'active' AND access.expires_at IS NULL
  LIMIT ${batch} FOR UPDATE OF access SKIP LOCKED FOR SHARE OF newest SKIP LOCKED`);

/** Or all, until they have been looked at on this day, $1. */
const recentlyEnded = sql`(ends_on >= public.lima_today() - 31 OR $1::date IS DISTINCT FROM public.lima_today())`;

/**
 * Monitoring under a monthly plan has no end of its own: it ends with the last monthly contract that has begun. A monthly contract that
 * follows on the next day continues it. A contract whose end is just being changed is left for the next round.
 *
 * Monitoring without an end is opened only under a contract in force. So what billing has missed while it was away is looked for once a day,
 * until nothing is left of it. All other rounds look for it only where a contract has ended in the last 31 days.
 */
export class EndedContracts {
  private seenOn: Day | undefined;

  async end(database: Database, outbox: Outbox): Promise<boolean> {
    const [found] = await database.rows<{ today: Day; isAny: boolean }>(
      sql`SELECT public.lima_today() AS today, EXISTS (${plansToEnd(recentlyEnded)}) AS is_any`,
      [this.seenOn],
    );
    if (found!.isAny) return database.transaction(async (tx) => told(tx, outbox, await tx.rows<HeldDocument>(endedWithContracts)));
    this.seenOn = found!.today;
    return false;
  }
}

/**
 * Monitoring of corporations with a monthly contract in force, so no end before it moves any more, and with a gap that ended in the last 31
 * days: on each of them it was looked for. If billing was away for longer, loads, activations and forced updates still find that the
 * monitoring is over, but only they write its end, or the loop when no monthly contract is in force any more.
 */
const overInGaps = sql`
  SELECT corporation_id, tax_id, doc_type, ${overSince} AS over_since FROM billing.access
  WHERE state = 'active' AND expires_at IS NULL AND ${overSince} IS NOT NULL AND corporation_id IN (
    SELECT corporation_id FROM billing.contract AS plan
    WHERE kind = 'monthly' AND public.lima_today() BETWEEN starts_on AND ends_on AND EXISTS (
      SELECT FROM billing.contract AS next
      WHERE next.corporation_id = plan.corporation_id AND next.kind = 'monthly'
        AND next.starts_on BETWEEN public.lima_today() - 31 AND public.lima_today()
        AND (
          SELECT max(ends_on) < next.starts_on - 1 FROM billing.contract AS past
          WHERE past.corporation_id = next.corporation_id AND past.kind = 'monthly' AND past.ends_on < next.starts_on)))`;

const endedInGaps = endThose(sql`${overInGaps} LIMIT ${batch} FOR UPDATE OF access SKIP LOCKED`);

/**
 * Ends monitoring before days without a monthly contract on which nothing ran. This reads all monitoring of the corporations that had such
 * days of late, so it is looked for once a day: a gap becomes one at midnight, when the next contract begins. As long as somebody has locked
 * an access that is to end, each round looks again.
 */
export class ContractGaps {
  private seenOn: Day | undefined;

  async end(database: Database, outbox: Outbox): Promise<boolean> {
    return database.transaction(async (tx) => {
      const [now] = await tx.rows<{ today: Day }>(sql`SELECT public.lima_today() AS today`);
      if (now!.today === this.seenOn) return false;
      const found = await tx.rows(sql`SELECT FROM (${overInGaps}) AS over LIMIT 1`);
      if (found.length === 0) {
        this.seenOn = now!.today;
        return false;
      }
      const ended = await tx.rows<HeldDocument>(endedInGaps);
      tellAccesses(tx, outbox, ended);
      return ended.length > 0;
    });
  }
}

function told(tx: Transaction, outbox: Outbox, ended: HeldDocument[]): boolean {
  tellAccesses(tx, outbox, ended);
  return ended.length === batch;
}
