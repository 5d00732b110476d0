import { sql } from '@vigia/database';

/** After so many failures in a row a receiver is asked by one attempt at a time. */
const failuresOfACautiousReceiver = 10;
/** Any number will do as long as every replica takes the same one. */
const placesLock = 7_119_620_415;

/** Every other replica waits for whoever counts, who therefore waits only so long for a row that somebody has locked. */
const patienceMs = 250;

/** Comes before whatever counts free places and takes them: two that count at the same time would both find the same ones. */
export const countAlone = sql`SELECT pg_advisory_xact_lock(${placesLock}), set_config('lock_timeout', '${patienceMs}', true)`;

/**
 * How many more attempts of a configuration, of whose row this is a part, may be under way. Leases are counted from the latest, no
 * further than needed: those of deliveries that have ended lie in the index below them until it is cleaned.
 */
export const freePlaces = (atMost: string) => sql`
  greatest(0, CASE WHEN failures_in_row >= ${failuresOfACautiousReceiver} THEN 1 ELSE ${atMost}::integer END
    - (SELECT count(*)::integer FROM (
         SELECT FROM webhooks.delivery WHERE configuration_id = configuration.id AND leased_until > now()
         ORDER BY leased_until DESC LIMIT ${atMost}::integer) AS busy))`;
