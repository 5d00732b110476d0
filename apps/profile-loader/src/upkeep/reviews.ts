import { sql } from '@vigia/database';

/** The limit of rows of loads, or of requests, in one statement. It is part of the text, so that the planner expects no more rows. */
export const batch = 200;

/**
 * Each statement below reviews the rows that ended first, and returns how many it has reviewed. It skips those that another transaction has
 * locked.
 */
const isOver = (endedAt: string) => sql`${endedAt} < now() - $1::int * interval '1 day'`;

/** Nobody needs to know how the tasks of a closed load ended, only how many there were. */
export const takeTasks = sql`
  WITH old AS (
    SELECT id FROM profiles.load WHERE state = 'closed' AND asked IS NULL AND ${isOver('closed_at')}
    ORDER BY closed_at LIMIT ${batch} FOR UPDATE SKIP LOCKED),
  taken AS (DELETE FROM profiles.task USING old WHERE load_id = old.id RETURNING load_id),
  counted AS (SELECT load_id, count(*)::smallint AS asked FROM taken GROUP BY load_id),
  noted AS (
    UPDATE profiles.load SET asked = coalesce(counted.asked, 0) FROM old LEFT JOIN counted ON counted.load_id = old.id
    WHERE load.id = old.id)
  SELECT count(*)::int AS reviewed FROM old`;

/**
 * The past of a profile shows how the last load before a moment ended, so a load is needed if it ended differently from the previous one.
 * The end of an ended monitoring is shown with the last load before it. The latest load belongs to the profile itself, and items name
 * theirs. A corporation that monitors a profile is not told of loads that others asked for: for it, a refresh is the last load until the
 * next refresh.
 */
const isLoadNeeded = sql`
  later.closed_at IS NULL
  OR earlier.estado IS DISTINCT FROM old.estado OR earlier.failed_sources IS DISTINCT FROM old.failed_sources
  OR EXISTS (SELECT FROM profiles.load_item WHERE load_id = old.id)
  OR EXISTS (
    SELECT FROM billing.current_access AS access JOIN billing.readable_period AS period USING (corporation_id, tax_id, doc_type)
    WHERE tax_id = old.tax_id AND doc_type = old.doc_type AND period.ends_at > old.closed_at AND period.ends_at <= later.closed_at)`;

const neighbour = (name: 'earlier' | 'later', isMeant: string, order: 'ASC' | 'DESC') => sql`
  LEFT JOIN LATERAL (
    SELECT estado, failed_sources, closed_at FROM profiles.load AS other
    WHERE other.tax_id = old.tax_id AND other.doc_type = old.doc_type AND ${isMeant}
    ORDER BY other.closed_at ${order} LIMIT 1) AS ${name} ON true`;

const isEarlier = sql`other.closed_at < old.closed_at`;
const isLater = sql`other.closed_at > old.closed_at AND (old.purpose = 'client' OR other.purpose = 'refresh')`;

export const reviewLoads = sql`
  WITH old AS (
    SELECT id, tax_id, doc_type, purpose, estado, failed_sources, closed_at FROM profiles.load
    WHERE state = 'closed' AND asked IS NOT NULL AND NOT on_record AND ${isOver('closed_at')}
    ORDER BY closed_at LIMIT ${batch} FOR UPDATE SKIP LOCKED),
  reviewed AS MATERIALIZED (
    SELECT old.id, (${isLoadNeeded}) AS is_needed FROM old ${neighbour('earlier', isEarlier, 'DESC')} ${neighbour('later', isLater, 'ASC')}),
  taken AS (DELETE FROM profiles.load USING reviewed WHERE load.id = reviewed.id AND NOT is_needed),
  kept AS (UPDATE profiles.load SET on_record = true FROM reviewed WHERE load.id = reviewed.id AND is_needed)
  SELECT count(*)::int AS reviewed FROM reviewed`;

/**
 * An access names the request that opened it, and the entry of a portfolio shows the end of a load that a request names, or, where stored
 * data was fresh enough, when the request was made. Loads that a request has named are reviewed again.
 */
const isRequestNeeded = sql`
  EXISTS (
    SELECT FROM profiles.load_item AS item JOIN billing.current_access AS access USING (tax_id)
    WHERE item.request_id = old.id AND access.corporation_id = old.corporation_id AND access.doc_type = old.doc_type
      AND access.request_id = old.id)
  OR EXISTS (
    SELECT FROM profiles.load_item AS item LEFT JOIN profiles.load ON load.id = item.load_id
      JOIN profiles.portfolio_entry AS entry ON entry.corporation_id = old.corporation_id AND entry.tax_id = item.tax_id
        AND entry.doc_type = coalesce(old.doc_type, load.doc_type)
    WHERE item.request_id = old.id AND entry.loaded_at IN (load.closed_at, old.created_at))`;

/**
 * It waits for a load that another replica is reviewing, because that replica still finds the item of the deleted request. Two requests may
 * name the same loads, so these are locked in one order. The record of a profile has to say since when it is whole.
 */
export const reviewRequests = sql`
  WITH old AS (
    SELECT id, corporation_id, doc_type, created_at FROM profiles.load_request
    WHERE state = 'finished' AND NOT on_record AND ${isOver('finished_at')}
    ORDER BY finished_at LIMIT ${batch} FOR UPDATE SKIP LOCKED),
  reviewed AS MATERIALIZED (SELECT old.id, created_at, (${isRequestNeeded}) AS is_needed FROM old),
  items AS (DELETE FROM profiles.load_item USING reviewed WHERE request_id = reviewed.id AND NOT is_needed RETURNING load_id),
  named AS (SELECT id FROM profiles.load WHERE id IN (SELECT load_id FROM items) ORDER BY id FOR UPDATE),
  again AS (UPDATE profiles.load SET on_record = false FROM named WHERE load.id = named.id),
  taken AS (DELETE FROM profiles.load_request USING reviewed WHERE load_request.id = reviewed.id AND NOT is_needed),
  noted AS (
    INSERT INTO profiles.deleted_requests AS before (newest_at) SELECT max(created_at) FROM reviewed WHERE NOT is_needed HAVING count(*) > 0
    ON CONFLICT (only_row) DO UPDATE SET newest_at = excluded.newest_at WHERE before.newest_at < excluded.newest_at),
  kept AS (UPDATE profiles.load_request SET on_record = true FROM reviewed WHERE load_request.id = reviewed.id AND is_needed)
  SELECT count(*)::int AS reviewed FROM reviewed`;
