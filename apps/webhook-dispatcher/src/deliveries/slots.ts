import { failuresUntilWarned } from '@vigia/contracts';
import { sql } from '@vigia/database';

/** The key of the advisory lock, the same in every replica. */
const slotsLock = 7_119_620_415;

/** The other replicas wait for the one that counts slots, so it waits only this long for a row that another transaction has locked. */
const rowWaitMs = 250;

/** A replica that stands still with the lock loses it after this time. A busy machine may make one stand still for a second or two. */
const standstillMs = 5_000;

/** Comes before a statement that counts free slots and takes them: two simultaneous ones would find the same slots. */
export const lockSlots = sql`SELECT pg_advisory_xact_lock(${slotsLock}), set_config('lock_timeout', '${rowWaitMs}', true),
  set_config('idle_in_transaction_session_timeout', '${standstillMs}', true)`;

/**
 * Free slots of the configuration row that this expression refers to. A receiver that failed ten times in a row has one slot; so does an
 * inactive one, which gets only tests. Leases are counted from the latest one and no further than needed, because below them the index
 * keeps leases of closed deliveries until vacuum.
 */
export const freeSlots = (atMost: string, leasedBeyond: string) => sql`
  greatest(0, CASE WHEN failures_in_row >= ${failuresUntilWarned} OR active_place IS NULL THEN 1 ELSE ${atMost}::integer END
    - (SELECT count(*)::integer FROM (
         SELECT FROM webhooks.delivery WHERE configuration_id = configuration.id AND leased_until > ${leasedBeyond}
         ORDER BY leased_until DESC LIMIT ${atMost}::integer) AS busy))`;
