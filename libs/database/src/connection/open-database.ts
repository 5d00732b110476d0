import pg from 'pg';
import { Database } from '../statements/database.js';
import { Session } from '../statements/session.js';
import { isDatabaseAway, StatementError } from '../statements/statement-error.js';
import { bearPooler, bearPoolerOnce, refusedByPooler, startupOptions, type SessionSettings } from './pooler.js';
import { primaryOf } from './primary.js';
import { serviceRoles, type DatabaseService } from './service-roles.js';
import { endSilentConnections } from './silent-connection.js';

const dateOid = 1082;
// A JavaScript Date would turn a day into an instant in the time zone of the process.
pg.types.setTypeParser(dateOid, (text) => text);

/** For how long a service waits for a row that another transaction has locked. */
export const lockTimeoutMs = 2_000;

/**
 * Services whose statements find rows by their keys, so that one plan serves all values. PostgreSQL would plan some of them for every
 * execution, which cost more than running them. What people filter by is planned as PostgreSQL sees fit.
 */
const servesQueues: readonly DatabaseService[] = ['profile-loader', 'webhook-dispatcher'];

/** A connection that is closed takes its plans with it. */
const idleTimeoutMs = 300_000;

/** After 30 seconds PostgreSQL would have ended the statement. A server that is gone without a word ends nothing. */
const longestAnswerMs = 35_000;

export interface DatabaseOptions {
  url: string;
  /** Absent for migrations and tests, which act as the owner of every schema. */
  service?: DatabaseService;
  poolSize?: number;
  /** Longer for tests that hold a lock on purpose, so that they do not fail on a busy machine. */
  lockTimeout?: number;
  /** Less for a server that another can stand in for: what has no answer by then fails, and so does its connection. */
  answerWithinMs?: number;
  /** Whether business time is set ahead by the row in `test_clock`. */
  testClock?: boolean;
}

/** Opens a pool, without asking for migrations: `assertMigrated` does. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, service, poolSize = 10, answerWithinMs = service && longestAnswerMs } = options;
  const pool = new pg.Pool({
    ...primaryOf(url),
    max: poolSize,
    application_name: `vigia-${service ?? 'owner'}`,
    ...connectionOptions(options),
  });
  // The pool replaces an idle connection that dies. A statement that fails on one is reported where it was run.
  pool.on('error', () => {});
  if (answerWithinMs !== undefined) endSilentConnections(pool, answerWithinMs);
  const close = () => pool.end();
  try {
    await bearPooler(pool, settingsOf(options));
  } catch (error) {
    await close();
    throw error;
  }
  return new Database(pool, close);
}

/** By itself the system asks an idle connection after two hours whether its other end is still there. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** What every connection of a pool is told. */
export function connectionOptions(options: Omit<DatabaseOptions, 'url'>) {
  const { answerWithinMs } = options;
  return {
    options: startupOptions(settingsOf(options)),
    // Statements of a transaction are sent without waiting for the answer of the one before.
    pipeline: true,
    ...keptAlive,
    connectionTimeoutMillis: answerWithinMs ?? 5_000,
    idleTimeoutMillis: idleTimeoutMs,
  };
}

function settingsOf({ service, lockTimeout = lockTimeoutMs, testClock = false }: Omit<DatabaseOptions, 'url'>): SessionSettings {
  return {
    statement_timeout: '30s',
    // A statement that waits for a row holds a connection that others need, so it gives up long before its client does.
    ...(service && { lock_timeout: String(lockTimeout) }),
    // A process that stands still in a transaction keeps its rows from everybody else.
    ...(service && { idle_in_transaction_session_timeout: '30s' }),
    ...(service && servesQueues.includes(service) && { plan_cache_mode: 'force_generic_plan' }),
    ...(testClock && { 'vigia.test_clock': 'on' }),
    ...everywhere(service),
  };
}

function everywhere(service?: DatabaseService): SessionSettings {
  return {
    TimeZone: 'UTC',
    // The default is for spinning disks and makes PostgreSQL read whole tables instead of an index.
    random_page_cost: '1.1',
    // A machine that is gone without a word holds no lock for longer than half a minute.
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    ...(service && { role: serviceRoles[service] }),
  };
}

/** A connection outside of every pool, for what takes minutes. */
export async function openSession({ url, service }: Pick<DatabaseOptions, 'url' | 'service'>): Promise<Session> {
  const { connectionString, Client } = primaryOf(url);
  const client = new Client({
    connectionString,
    application_name: `vigia-${service ?? 'owner'}-session`,
    options: startupOptions(everywhere(service)),
    ...keptAlive,
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect().catch(refusedByPooler);
    await bearPoolerOnce(client, everywhere(service));
    // A process that is gone is noticed in the middle of a statement, so that its locks are free within a second. Windows cannot do that.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
    return new Session(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    // What the driver says by itself holds no value.
    const fault = new StatementError('connect', error);
    throw isDatabaseAway(fault) || (error as { code?: string }).code ? fault : error;
  }
}
