import { sql } from '@vigia/database';

/** Monitoring that has ended is being loaded again: until that is done, its corporation is shown the past. About a row of `billing.current_access AS access`. */
export const isReturning = sql`access.state = 'pending' AND access.ended_mode IS NOT DISTINCT FROM 'monitoring'`;

/** A corporation has a document that failed loaded again, and is to see it once that is settled. About a row of `billing.current_access AS access`. */
export const isLoadedAgain = sql`EXISTS (
  SELECT FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
  WHERE item.tax_id = access.tax_id AND item.state IN ('loading', 'loaded') AND request.state <> 'finished'
    AND request.corporation_id = access.corporation_id)`;
