import { sql, type Database } from '@vigia/database';

/** A call that named the document. */
interface CallAbout {
  at: Date;
  requestId: string;
  what: string;
  state: string;
  reason: string | null;
  actor: string | null;
}

const newest = 50;

/** What a request of the loader is, in words. */
export const whatWasAsked = sql`
  CASE mode WHEN 'monitoring' THEN 'load with monitoring' WHEN 'query' THEN 'load in query mode' ELSE 'forced update' END AS what`;

/**
 * The newest calls of a corporation about one document: loads, forced updates and triggers. `OFFSET 0` keeps the planner from reading all requests of
 * the corporation in place of those of the document.
 */
export function callsAbout(database: Database, corporationId: string, taxId: string): Promise<CallAbout[]> {
  return database.rows<CallAbout>(
    sql`SELECT * FROM (
       SELECT created_at AS at, request.id AS request_id,
         ${whatWasAsked},
         item.state, coalesce(refusal ->> 'reason', reason) AS reason, actor
       FROM profiles.load_item AS item CROSS JOIN LATERAL (SELECT * FROM profiles.load_request WHERE id = request_id OFFSET 0) AS request
       WHERE tax_id = $2 AND corporation_id = $1
       UNION ALL
       (SELECT created_at, request_id, purpose, state, load_state, actor FROM webhooks.event
        WHERE corporation_id = $1 AND tax_id = $2 ORDER BY position DESC LIMIT ${newest})) AS call
     ORDER BY at DESC LIMIT ${newest}`,
    [corporationId, taxId],
  );
}
