import { createHash, randomBytes } from 'node:crypto';
import { Queue } from 'bullmq';
import { redisConnection } from '../redis-connection.js';
import type { RunningSystem } from '../system.js';
import { paths, type Arrivals } from './arrivals.js';
import { plainDeliveries, queueName } from './plain-deliveries.js';

/** Events that were accepted and are held back, so that only sending is measured. */
interface Backlog {
  name: string;
  hold(events: number): Promise<string[]>;
  release(): Promise<void>;
  close(): Promise<void>;
}

export function ourBacklog({ database }: RunningSystem, corporationId: string, body: string): Backlog {
  return {
    name: 'ours',
    async hold(events) {
      const triggerIds = Array.from({ length: events }, () => `trg_${randomBytes(16).toString('hex')}`);
      await database.query(
        `WITH event AS (
           INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, state, request_id, deadline_at, load_state, correlation_id, dispatched_at)
           SELECT id, $2, 'RUC', '20990000019', 'trigger', 'monitoring', 'DISPATCHED', gen_random_uuid(), now(), 'succeeded', id, now()
           FROM unnest($1::text[]) AS id RETURNING trigger_id),
         payload AS (INSERT INTO webhooks.payload (trigger_id, version, body, sha256) SELECT trigger_id, 'v1', $3, $4 FROM event)
         INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at)
         SELECT trigger_id, id, $2, 'v1', now() + interval '1 day' FROM event, webhooks.configuration WHERE corporation_id = $2`,
        [triggerIds, corporationId, Buffer.from(body), createHash('sha256').update(body).digest()],
      );
      return triggerIds;
    },
    async release() {
      await database.query(`UPDATE webhooks.delivery SET next_at = now() WHERE state = 'PENDING'`);
    },
    close: async () => undefined,
  };
}

export function plainBacklog(redisUrl: string, body: string): Backlog {
  const queue = new Queue(queueName, { connection: redisConnection(redisUrl) });
  return {
    name: 'plain BullMQ sender',
    async hold(events) {
      await queue.pause();
      const triggerIds = Array.from({ length: events }, () => randomBytes(16).toString('hex'));
      await queue.addBulk(triggerIds.flatMap((triggerId) => plainDeliveries(triggerId, body)));
      return triggerIds;
    },
    release: () => queue.resume(),
    close: () => queue.close(),
  };
}

/** Counted from the first arrival to the last, so that the delay until a sender notices the release does not count. */
export async function deliveriesPerSecond(backlog: Backlog, arrivals: Arrivals, events: number): Promise<number> {
  const triggerIds = await backlog.hold(events);
  await backlog.release();
  const arrived = await Promise.all(triggerIds.map((triggerId) => arrivals.at(triggerId, paths)));
  const times = arrived.flatMap((one) => [...one.values()]);
  return times.length / ((times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b))) / 1000);
}
