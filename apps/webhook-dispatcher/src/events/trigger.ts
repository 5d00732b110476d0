import type { PayloadOf } from '@vigia/contracts';
import { sql } from '@vigia/database';
import type { Claimed } from '../deliveries/claims.js';
import type { WebhookDispatcherSettings } from '../settings.js';

export interface Trigger extends PayloadOf<'webhooks.trigger'> {
  triggerId: string;
  correlationId: string;
  traceParent: string | null;
}

/** What the database says about a trigger. */
export interface Verdict {
  triggerId: string;
  /** False if it was accepted before, if another event of the same document waits, or if it has no receivers. */
  isNew: boolean;
  hasReceivers: boolean;
}

export interface Written extends Verdict {
  /** The event waits for a load. */
  loading: boolean;
  /** First attempts that are recorded with the event. The replica that wrote them makes them. */
  started: Claimed[];
}

export type WriteSettings = Pick<WebhookDispatcherSettings, 'loadWaitMs' | 'attemptsPerReceiver' | 'answerMs' | 'tokenMs'>;

/** The triggers, each a JSON in the first parameter, and whether a configuration receives them. */
export const described = (more: string) => sql`
  json_to_record(one) AS event ("triggerId" text, "corporationId" uuid, "docType" text, "taxId" text, mode text, "correlationId" text, "traceParent" text,
    "requestId" uuid, origin json, ${more})
  CROSS JOIN LATERAL (SELECT EXISTS (
    SELECT FROM webhooks.configuration WHERE corporation_id = "corporationId" AND active_place IS NOT NULL) AS has_receivers) AS receivers`;

export const origin = sql`origin->>'actor', origin->>'idempotencyKey'`;

/** The same order in every transaction, so that two of them never wait for each other. */
export const inOrder = sql`ORDER BY "corporationId", "taxId", "triggerId"`;

export const verdicts = sql`SELECT "triggerId", has_receivers, EXISTS (SELECT FROM event WHERE trigger_id = "triggerId") AS is_new FROM given`;
