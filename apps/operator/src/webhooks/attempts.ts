import { sql, type Database } from '@vigia/database';

/** An attempt of a delivery as an operator sees it: without the document, the body and what the receiver answered. */
export interface ShownAttempt {
  triggerId: string;
  deliveryId: string;
  configurationId: string;
  corporationId: string;
  /** Null for a delivery that no attempt was made of. */
  number: number | null;
  startedAt: Date | null;
  outcome: string | null;
  failure: string | null;
  status: number | null;
  totalMs: number | null;
  /** That of the delivery. */
  state: string;
  nextAt: Date | null;
}

const columns = sql`
  delivery.trigger_id, delivery.id AS delivery_id, delivery.configuration_id, delivery.corporation_id, number, started_at, attempt.state AS outcome,
  failure, status, total_ms, delivery.state, next_at`;

export function attemptsOfTrigger(database: Database, triggerId: string): Promise<ShownAttempt[]> {
  return database.rows<ShownAttempt>(
    sql`SELECT ${columns} FROM webhooks.delivery LEFT JOIN webhooks.attempt ON delivery_id = delivery.id
     WHERE trigger_id = $1 ORDER BY delivery.configuration_id, number`,
    [triggerId],
  );
}

const newestDeliveries = 50;

/** The attempts of the newest deliveries. */
export function attemptsOfConfiguration(database: Database, configurationId: string): Promise<ShownAttempt[]> {
  return database.rows<ShownAttempt>(
    sql`SELECT ${columns} FROM (
       SELECT * FROM webhooks.delivery WHERE configuration_id = $1 ORDER BY created_at DESC LIMIT ${newestDeliveries}) AS delivery
       LEFT JOIN webhooks.attempt ON delivery_id = delivery.id
     ORDER BY delivery.created_at, delivery.id, number`,
    [configurationId],
  );
}
