import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, type Check, type Examined, type Finding } from './finding.js';

const check = 'transactions';

interface OldTransaction {
  pid: number;
  login: string;
  program: string;
  minutes: number;
}

/**
 * PostgreSQL ends the services' transactions within half a minute, so an older one belongs to a person or a tool. An import alone may take
 * longer, in a session of its own.
 */
export const checkTransactions: Check = async ({ database }) => judgeTransactions(await transactionsOlderThan(database, 60));

export function transactionsOlderThan(database: Examined['database'], seconds: number): Promise<OldTransaction[]> {
  return database.rows<OldTransaction>(
    sql`SELECT pid, usename::text AS login, application_name AS program, (extract(epoch FROM now() - xact_start) / 60)::int AS minutes
     FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
       AND xact_start < now() - $1 * interval '1 second' AND application_name NOT LIKE 'vigia-%-session' ORDER BY xact_start LIMIT 5`,
    [seconds],
  );
}

export function judgeTransactions(old: OldTransaction[]): Finding[] {
  if (old.length === 0) return [fine(check, 'none is older than a minute')];
  return old.map(({ pid, login, program, minutes }) =>
    attention(
      check,
      `pid ${pid} (${[login, program].filter(Boolean).join(', ')}) has been in a transaction for ${counted(minutes, 'minute')}`,
      `It may hold locks, and vacuum removes nothing that it may still see. If nobody needs it: SELECT pg_terminate_backend(${pid}).`,
    ),
  );
}
