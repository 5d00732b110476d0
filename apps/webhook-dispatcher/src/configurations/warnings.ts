import { Injectable } from '@nestjs/common';
import { failuresUntilWarned, type WebhookWarning } from '@vigia/contracts';
import { Database, instantText, sql } from '@vigia/database';
import { Gauge } from 'prom-client';

const failing = new Gauge({
  name: 'vigia_webhook_failing_seconds',
  help: 'For how long a configuration has been failing whose users were warned of it',
  labelNames: ['configuration', 'corporation'],
});

const warnedAfter = sql`interval '1 hour'`;
/** A user who was away sees that a receiver had failed and works again. */
const recoveryIsShown = sql`interval '24 hours'`;

/** An open warning stays as it is. `from` are configurations whose rows are locked. */
const raiseFrom = (from: string) => sql`
  INSERT INTO webhooks.warning (configuration_id, corporation_id, cause, failing_since)
  SELECT id, corporation_id, CASE WHEN failures_in_row >= ${failuresUntilWarned} THEN 'ten_in_a_row' ELSE 'an_hour' END, failing_since
  FROM ${from} WHERE active_place IS NOT NULL AND (failures_in_row >= ${failuresUntilWarned} OR failing_since <= now() - ${warnedAfter})
  ON CONFLICT (configuration_id) WHERE ended_at IS NULL DO NOTHING`;

/**
 * Part of the statement that counts failures. It covers only configurations whose count has changed, which are none while receivers work.
 */
export const warnOf = (counted: string) => sql`
  recovered AS (
    UPDATE webhooks.warning SET ended_at = now(), ended_as = 'recovered' FROM ${counted}
    WHERE configuration_id = ${counted}.id AND "startsAnew" AND ended_at IS NULL)
  ${raiseFrom(counted)}`;

export const endSwitchedOff = sql`
  UPDATE webhooks.warning SET ended_at = now(), ended_as = 'switched_off' WHERE configuration_id = $1 AND ended_at IS NULL`;

/**
 * Ends warnings that were raised while a recovery's count waited for the row of their receiver. That count does not see them, and no
 * further count follows while the receiver works. After a restore, a receiver may be off that had a warning in the earlier state.
 */
const endOverlooked = sql`
  UPDATE webhooks.warning SET ended_at = now(), ended_as = CASE WHEN active_place IS NULL THEN 'switched_off' ELSE 'recovered' END
  FROM webhooks.configuration
  WHERE configuration.id = configuration_id AND ended_at IS NULL AND (configuration.failing_since IS NULL OR active_place IS NULL)`;

/** The lock prevents most cases in which a recovery between the read and the warning is missed. */
const raiseOverdue = raiseFrom(sql`(
  SELECT id, corporation_id, failures_in_row, failing_since, active_place FROM webhooks.configuration AS configuration
  WHERE failing_since IS NOT NULL AND NOT EXISTS (
    SELECT FROM webhooks.warning WHERE configuration_id = configuration.id AND ended_at IS NULL)
  FOR NO KEY UPDATE SKIP LOCKED) AS configuration`);

/** Warnings about a receiver that keeps failing. Nothing is switched off: its deliveries must still be made. */
@Injectable()
export class Warnings {
  constructor(private readonly database: Database) {}

  /** A receiver that gets no more deliveries cannot be found by its attempts. */
  async raiseAndMeasure(): Promise<void> {
    await this.database.rows(raiseOverdue);
    await this.database.rows(endOverlooked);
    const open = await this.database.rows<{ configuration: string; corporation: string; seconds: number }>(
      sql`SELECT configuration_id AS configuration, corporation_id AS corporation,
         extract(epoch FROM now() - failing_since)::float8 AS seconds
       FROM webhooks.warning WHERE ended_at IS NULL`,
    );
    failing.reset();
    for (const { seconds, ...labels } of open) failing.set(labels, seconds);
  }

  /** The open warnings, each with a delivery that shows the fault, and recently ended ones. */
  list(corporationId: string): Promise<WebhookWarning[]> {
    return this.database.rows<WebhookWarning>(
      sql`SELECT warning.id AS warning_id, configuration.id AS configuration_id, name, url, cause, failures_in_row,
         ${instantText('warning.failing_since')} AS failing_since, ${instantText('raised_at')} AS raised_at, ${instantText('ended_at')} AS ended_at, ended_as, example
       FROM webhooks.warning JOIN webhooks.configuration ON configuration.id = configuration_id
         LEFT JOIN LATERAL (
           SELECT json_build_object('deliveryId', delivery.id, 'triggerId', trigger_id, 'docType', doc_type, 'taxId', tax_id,
             'lastStatus', last_status, 'lastFailure', last_failure) AS example
           FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
           WHERE ended_at IS NULL AND delivery.configuration_id = configuration.id AND last_failure IS NOT NULL AND purpose = 'trigger'
           ORDER BY delivery.created_at DESC LIMIT 1) AS failed ON true
       WHERE warning.corporation_id = $1 AND (ended_at IS NULL OR ended_at > now() - ${recoveryIsShown})
       ORDER BY ended_at IS NOT NULL, raised_at DESC`,
      [corporationId],
    );
  }
}
