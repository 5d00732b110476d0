import { sql } from '@vigia/database';
import { attention, fine, wrong, type Check, type Finding } from './finding.js';

const check = 'wraparound';
const million = 1_000_000;
/** PostgreSQL accepts no more writes shortly before 2^31. */
const most = 2 ** 31;

interface Ages {
  database: string;
  /** In transactions, and in multixacts (row locks that several transactions share): each has a limit of its own. */
  age: number;
  multixactAge: number;
  /** What autovacuum alone keeps the two below, if it works. */
  vacuumedAt: number;
  multixactsVacuumedAt: number;
  autovacuum: boolean;
}

/** The oldest transaction of any database of the server: the limit concerns all of them together. */
export const checkWraparound: Check = async ({ database }) => {
  const [ages] = await database.rows<Ages>(
    sql`SELECT datname::text AS database, age(datfrozenxid)::int AS age, mxid_age(datminmxid)::int AS multixact_age,
       current_setting('autovacuum_freeze_max_age')::int AS vacuumed_at,
       current_setting('autovacuum_multixact_freeze_max_age')::int AS multixacts_vacuumed_at, current_setting('autovacuum')::boolean AS autovacuum
     FROM pg_database ORDER BY greatest(age(datfrozenxid), mxid_age(datminmxid)) DESC LIMIT 1`,
  );
  return judgeAges(ages!);
};

export function judgeAges({ database, age, multixactAge, vacuumedAt, multixactsVacuumedAt, autovacuum }: Ages): Finding[] {
  const [older, what, limit] =
    age / vacuumedAt >= multixactAge / multixactsVacuumedAt
      ? [age, 'transactions', vacuumedAt]
      : [multixactAge, 'multixacts', multixactsVacuumedAt];
  const told = `${Math.round(older / million)} million ${what} of ${Math.round(most / million)} in ${database}`;
  const advice =
    'Vacuum does not keep up, or something holds it back: an old transaction (above), a replication slot, or a row of pg_prepared_xacts. ' +
    `End that, then run VACUUM FREEZE in ${database}. At the limit PostgreSQL accepts no more writes.`;
  if (older > most / 2) return [wrong(check, told, advice)];
  // Autovacuum begins at its limit; twice that means that it does not get done.
  if (older > 2 * limit) return [attention(check, told, advice)];
  return autovacuum
    ? [fine(check, told)]
    : [attention(check, `autovacuum is off; ${told}`, 'Set autovacuum = on: nothing else removes old rows.')];
}
