import { sql } from '@vigia/database';
import { attention, fine, wrong, type Check, type Finding } from './finding.js';

const check = 'wraparound';
const million = 1_000_000;
/** PostgreSQL accepts no more writes shortly before 2^31. */
const most = 2 ** 31;

interface Ages {
  database: string;
  /** Nobody can log in to template0. */
  isOpen: boolean;
  /** In transactions, and in multixacts (row locks that several transactions share): each has a limit of its own. */
  age: number;
  multixactAge: number;
  /** What autovacuum alone keeps the two below, if it works. */
  vacuumedAt: number;
  multixactsVacuumedAt: number;
  autovacuum: boolean;
}

/** The database that is oldest by its own limits, of all databases of the server: the end concerns all of them together. */
export const checkWraparound: Check = async ({ database }) => {
  const [ages] = await database.rows<Ages>(
    sql`SELECT datname::text AS database, datallowconn AS is_open, age(datfrozenxid)::int AS age, mxid_age(datminmxid)::int AS multixact_age,
       current_setting('autovacuum_freeze_max_age')::int AS vacuumed_at,
       current_setting('autovacuum_multixact_freeze_max_age')::int AS multixacts_vacuumed_at, current_setting('autovacuum')::boolean AS autovacuum
     FROM pg_database ORDER BY greatest(age(datfrozenxid) / current_setting('autovacuum_freeze_max_age')::float8,
       mxid_age(datminmxid) / current_setting('autovacuum_multixact_freeze_max_age')::float8) DESC LIMIT 1`,
  );
  return judgeAges(ages!);
};

export function judgeAges({ database, isOpen, age, multixactAge, vacuumedAt, multixactsVacuumedAt, autovacuum }: Ages): Finding[] {
  const [older, what, limit] =
    age / vacuumedAt >= multixactAge / multixactsVacuumedAt
      ? [age, 'transactions', vacuumedAt]
      : [multixactAge, 'multixacts', multixactsVacuumedAt];
  const told = `${Math.round(older / million)} million ${what} of ${Math.round(most / million)} in ${database}`;
  // Autovacuum enters such a database too, but nobody else can.
  const freeze = isOpen
    ? `run VACUUM FREEZE in ${database}`
    : `autovacuum freezes ${database}, where nobody can log in. If it does not: ALTER DATABASE ${database} ALLOW_CONNECTIONS true, ` +
      'VACUUM FREEZE there, and ALLOW_CONNECTIONS false again';
  const advice =
    'Vacuum does not keep up, or something holds it back: an old transaction (above), a replication slot, or a row of pg_prepared_xacts. ' +
    `End that, then ${freeze}. At the limit PostgreSQL accepts no more writes.`;
  if (older > most / 2) return [wrong(check, told, advice)];
  // Autovacuum begins at its limit; twice that means that it does not get done.
  if (older > 2 * limit) return [attention(check, told, advice)];
  return autovacuum
    ? [fine(check, told)]
    : [attention(check, `autovacuum is off; ${told}`, 'Set autovacuum = on: nothing else removes old rows.')];
}
