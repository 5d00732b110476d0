import { sql } from '@vigia/database';

/**
 * Ended monitoring is being loaded again: until that is done, its corporation is shown the past. Refers to a row of `billing.current_access
 * AS access`.
 */
export const isReturning = sql`access.state = 'pending' AND access.ended_mode IS NOT DISTINCT FROM 'monitoring'`;

/** A document of a list may fail long before the list is settled, and its access is pending until then. Refers to the same row. */
export const mayHaveFailed = sql`access.state IN ('pending', 'failed') AND NOT (${isReturning})`;

/** Joins to an access the failure of its own load, `profiles.failed_item AS failed`. Until that load ends, there is none. */
export const isOwnFailure = sql`${mayHaveFailed} AND failed.request_id = access.request_id AND failed.tax_id = access.tax_id`;

/**
 * Whether an item of a request is about the document of the access, and not about another kind with the same number. A forced update has no
 * kind of its own, but its loads have. Refers to rows of `access`, `profiles.item_status AS item` and `profiles.request_status AS request`.
 */
export const isOfItsKind = sql`
  access.doc_type = coalesce(request.doc_type, (SELECT load.doc_type FROM profiles.load_status AS load WHERE load.load_id = item.load_id))`;

/**
 * A corporation loads a failed document again, and will see it once that is settled. Refers to a row of `billing.current_access AS access`.
 * Each request is looked up from its item: a plain join would have PostgreSQL gather those of the whole corporation first.
 */
export const isLoadedAgain = sql`coalesce((
  SELECT true FROM profiles.item_status AS item CROSS JOIN LATERAL (
    SELECT corporation_id, state, doc_type FROM profiles.request_status AS owner WHERE owner.request_id = item.request_id LIMIT 1) AS request
  WHERE item.tax_id = access.tax_id AND item.state IN ('loading', 'loaded') AND request.state <> 'finished'
    AND request.corporation_id = access.corporation_id AND ${isOfItsKind} LIMIT 1), false)`;
