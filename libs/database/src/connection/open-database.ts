import type { Socket } from 'node:net';
import { PlainError } from '@vigia/contracts';
import pg, { type Pool, type PoolClient } from 'pg';
import { Database } from '../statements/database.js';
import { Session } from '../statements/session.js';
import { isDatabaseAway, StatementError } from '../statements/statement-error.js';
import { bearPooler, bearPoolerOnce, refusedByPooler, startupOptions, type SessionSettings } from './pooler.js';
import { primaryOf } from './primary.js';
import { serviceRoles, type DatabaseService } from './service-roles.js';

const dateOid = 1082;
// A JavaScript Date would turn a day into an instant in the time zone of the process.
pg.types.setTypeParser(dateOid, (text) => text);

/** How long a service waits for a row that another transaction has locked. */
export const lockTimeoutMs = 2_000;

/**
 * Services whose statements find rows by key, so that one plan serves all values. Otherwise PostgreSQL would plan some of them at every
 * execution, which cost more than running them. PostgreSQL decides by itself how to plan the filters that people use.
 */
const servesQueues: readonly DatabaseService[] = ['profile-loader', 'webhook-dispatcher'];

/** Closing a connection also discards its plans. */
const idleTimeoutMs = 300_000;

const connectTimeoutMs = 5_000;

/**
 * For a connection that no client waits for: the first one of a pool, that of a migration or of an import. A machine that starts
 * everything at once may need half a minute for it. A server that refuses it has answered.
 */
export const patientConnectTimeoutMs = 30_000;

/** PostgreSQL ends a statement after 30 seconds. A server that disappears ends nothing. */
const longestAnswerMs = 35_000;

export interface DatabaseOptions {
  url: string;
  /** Absent for migrations, the doctor and tests, which act as the owner of every schema. */
  service?: DatabaseService;
  /** Named in `pg_stat_activity`: the doctor finds there which builds run. */
  build?: string | undefined;
  poolSize?: number;
  /** Longer for tests that hold a lock on purpose, so that they do not fail on a busy machine. */
  lockTimeout?: number;
  /** Lower if another server can stand in: a statement without an answer by then fails, and so does its connection. */
  answerWithinMs?: number;
  /** Whether the row in `test_clock` moves business time forward. */
  testClock?: boolean;
}

/** Opens a pool. It does not check the migrations: `assertMigrated` does. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, service, build, poolSize = 10, answerWithinMs = service && longestAnswerMs } = options;
  const pool = new pg.Pool({
    ...primaryOf(url),
    max: poolSize,
    application_name: `vigia-${service ?? 'owner'}${build ? ` ${build}` : ''}`,
    ...connectionOptions(options),
  });
  // The pool replaces an idle connection that dies. A statement on a dead connection fails where it was run.
  pool.on('error', () => {});
  // One that dies during a statement reports it to the statement, and as an event that would end the process if nobody heard it.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (answerWithinMs !== undefined) endSilentConnections(pool, answerWithinMs);
  const close = () => pool.end();
  const { connectionTimeoutMillis } = pool.options;
  // If another server can stand in, there is no reason to wait.
  if (options.answerWithinMs === undefined) pool.options.connectionTimeoutMillis = patientConnectTimeoutMs;
  try {
    await bearPooler(pool, settingsOf(options));
  } catch (error) {
    await close();
    throw namedFault(error, service);
  }
  pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
  return new Database(pool, close);
}

/** A server with these codes has answered: it lacks connections, memory or disk, accepts no writes, or refuses the login. */
const hasAnswered = /^(53...|25006|28...|3D000)$/;

/** How a server without the role of the service answers the start of its connection. */
const roleUnknown = '22023';

/** The driver does not say that the database is away, and says nothing at all if its name has several addresses. */
function namedFault(error: unknown, service?: DatabaseService): unknown {
  const fault = new StatementError('connect', error);
  const code = fault.sqlState ?? fault.code ?? '';
  if (service && code === roleUnknown)
    return new PlainError(`the database has no role ${serviceRoles[service]}: run the command \`migrate\` first (docs/operator.md)`);
  if (!isDatabaseAway(fault) && !hasAnswered.test(code)) return error;
  const what = hasAnswered.test(code) ? 'the database refuses the connection' : 'the database cannot be reached';
  return Object.assign(new Error(`${what}: ${(error as Error).message || code}`), { code });
}

/** By default the operating system checks an idle connection only after two hours. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The settings that every connection of a pool receives. */
export function connectionOptions(options: Omit<DatabaseOptions, 'url'>) {
  const { answerWithinMs } = options;
  return {
    options: startupOptions(settingsOf(options)),
    // Statements of a transaction are sent without waiting for the answer of the one before.
    pipeline: true,
    ...keptAlive,
    connectionTimeoutMillis: answerWithinMs ?? connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
  };
}

function settingsOf({ service, lockTimeout = lockTimeoutMs, testClock = false }: Omit<DatabaseOptions, 'url'>): SessionSettings {
  return {
    statement_timeout: '30s',
    // A statement that waits for a row holds a connection that others need, so it gives up long before its client does.
    ...(service && { lock_timeout: String(lockTimeout) }),
    // A process that hangs in a transaction blocks its rows for everybody else.
    ...(service && { idle_in_transaction_session_timeout: '30s' }),
    ...(service && servesQueues.includes(service) && { plan_cache_mode: 'force_generic_plan' }),
    ...(testClock && { 'vigia.test_clock': 'on' }),
    ...everywhere(service),
  };
}

function everywhere(service?: DatabaseService): SessionSettings {
  return {
    // Statements and the driver rely on these forms, and a server, a database or a login may have others.
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    IntervalStyle: 'postgres',
    bytea_output: 'hex',
    default_transaction_isolation: 'read committed',
    // The default is for spinning disks and makes PostgreSQL prefer full table scans over indexes.
    random_page_cost: '1.1',
    // A machine that disappears holds no lock for longer than half a minute.
    tcp_keepalives_idle: '10',
    tcp_keepalives_interval: '5',
    tcp_keepalives_count: '3',
    // The three above count only while nothing is under way to it: an answer that it never takes would be repeated for a quarter of an hour.
    tcp_user_timeout: '25s',
    ...(service && { role: serviceRoles[service] }),
  };
}

/** A process that hangs in an import holds its rows, and keeps vacuum from all tables. An import reads or waits within its statements. */
function sessionSettings(service?: DatabaseService): SessionSettings {
  return { ...everywhere(service), idle_in_transaction_session_timeout: '1h' };
}

/** A connection outside every pool, for work that takes minutes. */
export async function openSession({ url, service }: Pick<DatabaseOptions, 'url' | 'service'>): Promise<Session> {
  const { connectionString, Client } = primaryOf(url);
  const client = new Client({
    connectionString,
    application_name: `vigia-${service ?? 'owner'}-session`,
    options: startupOptions(sessionSettings(service)),
    ...keptAlive,
    connectionTimeoutMillis: patientConnectTimeoutMs,
  });
  try {
    await client.connect().catch(refusedByPooler);
    await bearPoolerOnce(client, sessionSettings(service));
    // The server notices during a statement that its client is gone, so that the locks are free within a second. Windows cannot do that.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
    return new Session(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    // The driver's own messages hold no values.
    const fault = new StatementError('connect', error);
    throw isDatabaseAway(fault) || (error as { code?: string }).code ? fault : error;
  }
}

/** The driver's types do not show the socket. */
type WithSocket = PoolClient & { connection: { stream: Socket } };

/**
 * Ends a connection of the pool that is in use and on which no byte has moved for this long: the statements that wait for an answer fail.
 * The socket has one timer for all its statements, because one timer for each tripled the cost of garbage collection (decision 62).
 */
function endSilentConnections(pool: Pool, silentMs: number): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    const { stream } = (client as WithSocket).connection;
    stream.setTimeout(silentMs);
    stream.on('timeout', () => {
      if (!inUse.has(client)) return;
      // If this process itself was paused, the immediate runs only after it has read what the server sent meanwhile.
      const { bytesRead } = stream;
      setImmediate(() => {
        if (stream.bytesRead === bytesRead) stream.destroy(Object.assign(new Error('The server is silent'), { code: 'ETIMEDOUT' }));
      });
    });
  });
}
