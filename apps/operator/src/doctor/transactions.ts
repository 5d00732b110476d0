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

/** An import of the largest register takes minutes on a machine at rest, and up to thirteen times as long while profiles are loaded. */
const longestImportSeconds = 7_200;

/**
 * PostgreSQL ends a statement of a service after half a minute, and a transaction of a service in which nothing happens for as long.
 * Therefore an older one nearly always belongs to a person or a tool. An import may take longer, in a session of its own.
 */
export const checkTransactions: Check = async ({ database }) =>
  judgeTransactions(await transactionsOlderThan(database, 60, longestImportSeconds), await unseen(database));

export function transactionsOlderThan(database: Examined['database'], seconds: number, ofImport: number): Promise<OldTransaction[]> {
  return database.rows<OldTransaction>(
    sql`SELECT pid, usename::text AS login, application_name AS program, (extract(epoch FROM now() - xact_start) / 60)::int AS minutes
     FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
       AND xact_start < now() - CASE WHEN application_name LIKE 'vigia-%-session' THEN $2::float8 ELSE $1::float8 END * interval '1 second'
     ORDER BY xact_start LIMIT 5`,
    [seconds, ofImport],
  );
}

interface Unseen {
  sessions: number;
  /** The login of the doctor, quoted where SQL asks for it. */
  login: string;
}

/**
 * A login that is no superuser and may not read all statistics sees neither the start of another login's transaction nor the kind of its
 * process. The server's own processes have no login.
 */
async function unseen(database: Examined['database']): Promise<Unseen> {
  const [row] = await database.rows<Unseen>(
    sql`SELECT count(*)::int AS sessions, quote_ident(current_user) AS login
     FROM pg_stat_activity WHERE datname = current_database() AND usesysid IS NOT NULL AND backend_type IS NULL`,
  );
  return row!;
}

export function judgeTransactions(old: OldTransaction[], { sessions, login }: Unseen): Finding[] {
  const findings = old.map(toFinding);
  if (sessions > 0) {
    const found = `the transactions of ${counted(sessions, 'session')} of other logins cannot be seen`;
    findings.push(attention(check, found, `As an administrator of the server: GRANT pg_monitor, pg_signal_backend TO ${login}.`));
  }
  return findings.length > 0 ? findings : [fine(check, 'none is older than a minute')];
}

function toFinding({ pid, login, program, minutes }: OldTransaction): Finding {
  const isImport = /^vigia-.*-session$/.test(program);
  const needed = isImport ? 'If its import makes no progress (`dataset versions`)' : 'If nobody needs it';
  return attention(
    check,
    `pid ${pid} (${[login, program].filter(Boolean).join(', ')}) has been in a transaction for ${counted(minutes, 'minute')}`,
    `It may hold locks, and vacuum removes nothing that it may still see. ${needed}: SELECT pg_terminate_backend(${pid}).`,
  );
}
