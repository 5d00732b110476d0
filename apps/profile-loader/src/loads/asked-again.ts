import { sql } from '@vigia/database';

/** A load whose sources are due again one interval after it was opened. */
export interface AskedAgain {
  loadId: string;
  /** Milliseconds by source, as JSON. */
  intervals: string;
}

/** The same in every transaction of the load $4 with its intervals $5, so that the sources of a document stay together. */
export const dueAfterLoad = (row: 'given' | 'kept' | 'answer') => sql`(SELECT opened_at FROM profiles.load WHERE id = $4)
  + ($5::jsonb->>${row}.source)::float8 * interval '1 ms'`;

export const beginsMonitoring = sql`EXISTS (SELECT FROM profiles.load_item JOIN profiles.load_request ON load_request.id = request_id
  WHERE load_id = $4 AND mode = 'monitoring')`;
