import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';
import { ConfigurationStore } from '../configurations/configuration-store.js';
import { KeptReadings } from '../counts/kept-readings.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

type Recovery = Omit<PayloadOf<'deliveries.recover'>, 'countOnly'>;

interface Candidate {
  isActive: boolean;
  isDispatched: boolean;
  isKept: boolean;
}

/**
 * The lock on the body keeps the upkeep loop from purging it before it sees the resend. It comes before the lock on the delivery, because the
 * loop locks the bodies of a test before it deletes its delivery.
 */
const lockCandidate = sql`
  WITH kept AS (
    SELECT 1 FROM webhooks.delivery JOIN webhooks.payload USING (trigger_id)
    WHERE delivery.id = $2 AND version = payload_version AND body IS NOT NULL FOR SHARE OF payload)
  SELECT active_place IS NOT NULL AS is_active, event.state = 'DISPATCHED' AS is_dispatched, is_kept
  FROM (SELECT count(*) > 0 AS is_kept FROM kept) AS body CROSS JOIN webhooks.delivery
    JOIN webhooks.event USING (trigger_id) JOIN webhooks.configuration ON configuration.id = configuration_id
  WHERE delivery.id = $2 AND delivery.corporation_id = $1 FOR UPDATE OF delivery`;

/** A resend is due at once, in place of a scheduled retry; during an attempt it follows that attempt. */
const askAgain = sql`
  SET state = 'PENDING', resend_asked = true, closed_at = NULL, next_at = now(),
    state_before_resend = coalesce(state_before_resend, nullif(delivery.state, 'PENDING'))`;

/** Deliveries that finally failed after an instant and can still be sent; no tests. */
const recoverable = sql`
  SELECT delivery.id FROM webhooks.delivery JOIN webhooks.configuration ON configuration.id = configuration_id
    JOIN webhooks.event USING (trigger_id)
    JOIN webhooks.payload ON payload.trigger_id = delivery.trigger_id AND version = delivery.payload_version
  WHERE delivery.corporation_id = $1 AND configuration.id = $2 AND active_place IS NOT NULL
    AND delivery.state = 'FAILED' AND delivery.closed_at >= $3 AND body IS NOT NULL AND purpose = 'trigger'`;

const recoveredAtOnce = 2_000;

/** Few of the ten connections and twenty message slots, because triggers need them too. One that waits holds a slot. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 2 };
const mostInAll = 5;

/**
 * Continues after the deliveries of the last batch, so that old failures are read once. A delivery that fails again meanwhile is not resent
 * a second time.
 */
const recoverSome = sql`
  WITH resent AS (UPDATE webhooks.delivery ${askAgain} WHERE id IN (
    ${recoverable} AND delivery.closed_at <= $4::timestamptz AND delivery.position > $5
    ORDER BY delivery.position LIMIT ${recoveredAtOnce} FOR UPDATE OF delivery FOR SHARE OF payload) RETURNING position)
  SELECT count(*)::int AS count, max(position)::text AS last FROM resent`;

@Injectable()
export class Resends {
  private readonly recoveries = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);
  private readonly counts = new KeptReadings((asked: Recovery) => this.count(asked));

  constructor(
    private readonly database: Database,
    private readonly configurationStore: ConfigurationStore,
    private readonly deliveryDispatcher: DeliveryDispatcher,
  ) {}

  async resend({ corporationId, deliveryId }: PayloadOf<'deliveries.resend'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [candidate] = await tx.rows<Candidate>(lockCandidate, [corporationId, deliveryId]);
      if (!candidate) throw VigiaError.of('not_found');
      if (!candidate.isDispatched) throw VigiaError.of('conflict', { detail: 'the event still waits for its load' });
      if (!candidate.isActive) throw VigiaError.of('webhook_inactive');
      if (!candidate.isKept) throw VigiaError.of('payload_purged');
      await tx.rows(sql`UPDATE webhooks.delivery ${askAgain} WHERE id = $1`, [deliveryId]);
      tx.afterCommit(() => this.deliveryDispatcher.kick());
    });
  }

  async recover({ countOnly, ...recovery }: PayloadOf<'deliveries.recover'>): Promise<number> {
    const { corporationId, configurationId } = recovery;
    await this.configurationStore.row(corporationId, configurationId);
    return countOnly ? this.counts.of(recovery) : this.recoveries.run(corporationId, () => this.recoverAll(recovery));
  }

  private async recoverAll(recovery: Recovery): Promise<number> {
    const [{ now }] = (await this.database.rows<{ now: string }>(sql`SELECT now()::text AS now`)) as [{ now: string }];
    let count = 0;
    for (let after = '0'; ;) {
      const [resent] = await this.database.rows<{ count: number; last: string | null }>(recoverSome, [...paramsOf(recovery), now, after]);
      if (!resent?.last) return count;
      count += resent.count;
      after = resent.last;
      this.deliveryDispatcher.kick();
    }
  }

  private async count(recovery: Recovery): Promise<number> {
    const [found] = await this.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM (${recoverable}) AS found`,
      paramsOf(recovery),
    );
    return found?.count ?? 0;
  }
}

const paramsOf = ({ corporationId, configurationId, since }: Recovery) => [corporationId, configurationId, new Date(since)];
