import { setImmediate } from 'node:timers/promises';
import { sql, type Database, type Transaction } from '@vigia/database';
import { ListIndex } from '../lists/list-index.js';
import { topicOf } from '../lists/list-meanings.js';
import { readListedAmong } from '../lists/read-entities.js';
import type { Lists } from '../lists/lists.js';
import type { OpenRescreening } from './rescreenings.js';

/** The part of a list that must be compared, and the entries whose earlier hits may now say something else. */
export interface ChangedPart {
  /** Undefined if the list was retired: nobody can be found by it. */
  index: ListIndex | undefined;
  /** All entries if undefined. */
  changed: string[] | undefined;
}

const atOnce = 500;

/**
 * The facts that do not decide who finds an entry: a change of its country or remarks changes what a hit says, but never whether there is
 * one.
 */
const foundBy = `'{link,remarks,births,countries,programmes}'::text[]`;

/**
 * Undefined if the list has changed again by now: another version came into force, or it was retired. The rescreening of that change follows.
 * Versions are identified by their switch, because the version in force gets a new label when the same content is published again.
 */
export async function changedPart(
  database: Database,
  lists: Lists,
  { list, version, afterSwitch, toSwitch, isWhole }: OpenRescreening,
  stopping: AbortSignal,
): Promise<ChangedPart | undefined> {
  if (isWhole) {
    const index = (await lists.current()).find((one) => one.list.lista === list);
    return (await isNewest(database, list, toSwitch)) ? { index, changed: undefined } : undefined;
  }
  const changes = await database.rows<{ key: string; isFoundOtherwise: boolean }>(
    sql`SELECT key, bool_or(before IS NULL OR after IS NULL OR before - ${foundBy} <> after - ${foundBy}) AS is_found_otherwise
     FROM registry.changed WHERE version IN (
       SELECT CASE WHEN is_rollback THEN from_version ELSE to_version END FROM registry.switched WHERE dataset = $1 AND id > $2 AND id <= $3)
     GROUP BY key ORDER BY key`,
    [list, afterSwitch, toSwitch],
  );
  const ids = changes.filter(({ isFoundOtherwise }) => isFoundOtherwise).map(({ key }) => key);
  const index = new ListIndex({ lista: list, version, tema: topicOf(list), isInvented: false }, true);
  return database.transaction(async (tx) => {
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    if (!(await isNewest(tx, list, toSwitch))) return undefined;
    for (let from = 0; from < ids.length; from += atOnce) {
      stopping.throwIfAborted();
      for (const entity of await readListedAmong(tx, list, ids.slice(from, from + atOnce))) index.add(entity);
      await setImmediate();
    }
    return { index, changed: changes.map(({ key }) => key) };
  });
}

async function isNewest(database: Database | Transaction, list: string, toSwitch: string): Promise<boolean> {
  const later = await database.rows(sql`SELECT FROM registry.switched WHERE dataset = $1 AND id > $2 LIMIT 1`, [list, toSwitch]);
  return later.length === 0;
}
