import { VigiaError } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { UntilDue } from '@vigia/dispatch';

/** A list that has a new version in force or was retired, and how far it has been compared again. */
export interface OpenRescreening {
  id: string;
  list: string;
  afterSwitch: string;
  toSwitch: string;
  version: string;
  isWhole: boolean;
  atTaxId: string;
  atDocType: string;
  atPosition: number;
}

const newestSwitch = sql`
  SELECT dataset, coalesce(label, version::text) AS version, newest.id AS to_switch, false AS is_retired
  FROM registry.current_version
    CROSS JOIN LATERAL (SELECT max(id) AS id FROM registry.switched WHERE switched.dataset = current_version.dataset) AS newest
  WHERE kind IN ('list', 'sanctioned') AND newest.id IS NOT NULL
  UNION ALL SELECT dataset, dataset || ' retired', switch_id, true FROM registry.retired WHERE kind IN ('list', 'sanctioned')`;

const compared = sql`
  SELECT in_force.*, coalesce((SELECT max(rescreening.to_switch) FROM profiles.rescreening
    WHERE list = dataset AND ended_at IS NOT NULL AND NOT is_overtaken), 0) AS after_switch
  FROM (${newestSwitch}) AS in_force`;

/** A rescreening that can begin or continue is due now; no later time is ever known. */
export function untilDue(database: Database): Promise<UntilDue[]> {
  return database.rows<UntilDue>(
    sql`SELECT CASE WHEN EXISTS (SELECT FROM profiles.rescreening WHERE ended_at IS NULL)
       OR EXISTS (SELECT FROM (${compared}) AS compared WHERE after_switch < to_switch) THEN 0::float8 END AS due_in_ms`,
  );
}

/**
 * Begins what is due: every list whose version in force is not the one that was compared last, or that was retired since. It depends on no
 * notice, so nothing can be missed. If a newer version replaces one before all are compared with it, the next rescreening begins at the
 * same switch as that one, and what an operator has asked for is still compared whole.
 */
export function beginDue(database: Database): Promise<{ list: string; version: string }[]> {
  return database.transaction(async (tx) => {
    await tx.rows(
      sql`UPDATE profiles.rescreening SET ended_at = now(), is_overtaken = true
       WHERE ended_at IS NULL AND to_switch < (SELECT max(id) FROM registry.switched WHERE dataset = list)`,
    );
    return tx.rows(
      sql`WITH compared AS (${compared})
       INSERT INTO profiles.rescreening (list, after_switch, to_switch, version, is_whole, requested_by)
       SELECT dataset, after_switch, to_switch, version, is_retired OR unfinished.requested_by IS NOT NULL OR ${isUnknown} OR ${isMuch},
         unfinished.requested_by
       FROM compared LEFT JOIN LATERAL (
         SELECT CASE WHEN is_overtaken THEN requested_by END AS requested_by FROM profiles.rescreening
         WHERE list = dataset ORDER BY id DESC LIMIT 1) AS unfinished ON true
       WHERE after_switch < to_switch
         AND NOT EXISTS (SELECT FROM profiles.rescreening AS running WHERE running.list = dataset AND running.ended_at IS NULL)
       ON CONFLICT (list) WHERE ended_at IS NULL DO NOTHING RETURNING list, version`,
    );
  });
}

/**
 * True if the changes of some switch in between are unknown: a first version, a register that keeps no changes, or a rollback over more
 * than one version.
 */
const isUnknown = sql`after_switch = 0 OR EXISTS (
  SELECT FROM registry.switched AS one JOIN registry.current_version AS of_kind USING (dataset)
  WHERE dataset = compared.dataset AND one.id > after_switch AND one.id <= to_switch AND (kind <> 'list' OR from_version IS NULL
    OR is_rollback AND NOT EXISTS (SELECT FROM registry.switched AS forth WHERE forth.dataset = one.dataset AND NOT forth.is_rollback
      AND (forth.from_version, forth.to_version) = (one.to_version, one.from_version))))`;

/** With their names prepared, changed entries take ten times the memory of the list in force: about 50 MB for this many. */
const mostChanges = 2_000;

const isMuch = sql`EXISTS (
  SELECT FROM registry.changed WHERE version IN (
    SELECT CASE WHEN is_rollback THEN from_version ELSE to_version END FROM registry.switched
    WHERE dataset = compared.dataset AND id > after_switch AND id <= to_switch) OFFSET ${mostChanges})`;

/**
 * Compares a whole list, whatever was compared before; after a retirement, screens the profiles with a hit again. It takes the place of a
 * comparison that nobody asked for: that one may be of the changes only, or a replica of the previous release may have begun it. Joins a
 * comparison that an operator has asked for and that is not finished.
 */
export async function beginWhole(database: Database, list: string, requestedBy: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.rows(
      sql`UPDATE profiles.rescreening SET ended_at = now(), is_overtaken = true
       WHERE list = $1 AND ended_at IS NULL AND requested_by IS NULL`,
      [list],
    );
    await tx.rows(
      sql`INSERT INTO profiles.rescreening (list, after_switch, to_switch, version, is_whole, requested_by)
       SELECT dataset, coalesce(to_switch, 0), coalesce(to_switch, 0), version, true, $2 FROM (
         SELECT dataset, coalesce(label, version::text) AS version, (SELECT max(id) FROM registry.switched WHERE switched.dataset = $1) AS to_switch
         FROM registry.current_version WHERE kind IN ('list', 'sanctioned') AND dataset = $1
         UNION ALL
         SELECT dataset, dataset || ' retired', switch_id FROM registry.retired WHERE kind IN ('list', 'sanctioned') AND dataset = $1) AS known
       ON CONFLICT (list) WHERE ended_at IS NULL DO NOTHING`,
      [list, requestedBy],
    );
    const asked = await tx.rows(sql`SELECT FROM profiles.rescreening WHERE list = $1 AND ended_at IS NULL AND requested_by IS NOT NULL`, [
      list,
    ]);
    if (asked.length === 0) throw VigiaError.of('conflict', { detail: `a comparison of ${list} has begun at this moment: ask again` });
  });
}

const uncompared = sql`SELECT id, list, after_switch, to_switch, version, is_whole, at_tax_id, at_doc_type, at_position FROM profiles.rescreening
  WHERE ended_at IS NULL AND compared_at IS NULL`;

/** The first one that no other replica compares at this moment. */
export async function nextFree(database: Database): Promise<OpenRescreening | undefined> {
  const [one] = await database.rows<OpenRescreening>(sql`${uncompared} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return one;
}

/** Takes it for this transaction, unless another replica has it or it is compared. */
export async function take(tx: Transaction, id: string): Promise<OpenRescreening | undefined> {
  const [one] = await tx.rows<OpenRescreening>(sql`${uncompared} AND id = $1 FOR UPDATE SKIP LOCKED`, [id]);
  return one;
}

export async function isOpen(tx: Transaction, id: string): Promise<boolean> {
  const open = await tx.rows(sql`SELECT FROM profiles.rescreening WHERE id = $1 AND ended_at IS NULL AND compared_at IS NULL`, [id]);
  return open.length > 0;
}

interface Finished {
  list: string;
  version: string;
  compared: number;
  touched: number;
  notScreened: number;
}

/** Ends the rescreenings whose profiles are all screened again, and deletes the tasks of earlier ones. */
export function endFinished(database: Database): Promise<Finished[]> {
  return database.rows<Finished>(
    sql`WITH finished AS (
       UPDATE profiles.rescreening SET ended_at = now()
       WHERE ended_at IS NULL AND compared_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM profiles.rescreening_task WHERE rescreening = id AND closed_at IS NULL)
       RETURNING id, list, version, compared
     ), forgotten AS (
       DELETE FROM profiles.rescreening_task USING profiles.rescreening AS earlier, finished
       WHERE earlier.list = finished.list AND earlier.id < finished.id AND rescreening_task.rescreening = earlier.id
     )
     SELECT list, version, compared, touched, not_screened FROM finished CROSS JOIN LATERAL (
       SELECT count(*)::int AS touched, (count(*) FILTER (WHERE NOT is_screened))::int AS not_screened
       FROM profiles.rescreening_task WHERE rescreening = finished.id) AS task`,
  );
}
