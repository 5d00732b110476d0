import { sql } from '@vigia/database';

/**
 * Ended monitoring is being loaded again: until that is done, its corporation is shown the past. Refers to a row of `billing.current_access
 * AS access`.
 */
export const isReturning = sql`access.state = 'pending' AND access.ended_mode IS NOT DISTINCT FROM 'monitoring'`;

/**
 * A corporation loads a failed document again, and will see it once that is settled. Refers to a row of `billing.current_access AS access`.
 */
export const isLoadedAgain = sql`EXISTS (
  SELECT FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
  WHERE item.tax_id = access.tax_id AND item.state IN ('loading', 'loaded') AND request.state <> 'finished'
    AND request.corporation_id = access.corporation_id)`;
