import { PlainError } from '@vigia/contracts';

/** The names and codes with which PostgreSQL or the driver reports a failure. */
interface Fault {
  code?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
  message?: string;
}

/** Failures for which the driver has no code. */
const connectionTexts =
  /^(timeout e(xceeded when trying to connect|xpired)|Connection terminated|Client has encountered a connection error|The server does not support SSL connections|There was an error establishing an SSL connection)/;
const connectionLost = 'CONNECTION_LOST';

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/**
 * A statement that failed: which one, why, and on which table or column. The underlying error is not kept, because PostgreSQL's messages
 * quote values.
 */
export class StatementError extends PlainError {
  override readonly name = 'StatementError';
  /** Set if PostgreSQL refused the statement. */
  readonly sqlState?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** Set if the statement could not be sent, or no answer came. */
  readonly code?: string;

  constructor(
    readonly statement: string,
    fault: unknown,
  ) {
    const { code, schema, table, column, constraint, message } = fault as Fault;
    const reason = sqlStatePattern.test(code ?? '')
      ? { sqlState: code, schema, table, column, constraint }
      : { code: code ?? (connectionTexts.test(message ?? '') ? connectionLost : (fault as Error).name) };
    const told = Object.entries(reason).filter(([, value]) => value !== undefined);
    super(`${statement}: ${told.map(([what, value]) => `${what} ${value}`).join(', ')}`);
    Object.assign(this, Object.fromEntries(told));
  }
}

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** PostgreSQL accepts no connection, ends all connections or one that stood still, or takes no writes because another server now does. */
const postgresCodes = ['08000', '08001', '08003', '08004', '08006', '25006', '25P03', '53300', '57P01', '57P02', '57P03'];
/** Only at the start of a connection: this process has no file descriptor left for it, or this machine no port or memory. */
const ownCodes = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM'];
const awayCodes = new Set([...networkCodes, ...postgresCodes, ...ownCodes, connectionLost]);

/** Only at the start of a connection: PostgreSQL refuses the login, or does not know the database. */
const loginRefused = /^(28[0-9A-Z]{3}|3D000)$/;
/** Only at the start of a connection: the driver does not trust the certificate, or cannot agree on an encryption. */
const encryptionFailed =
  /^(ERR_(TLS|SSL)_\w+|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)_\w+|EPROTO)$/;

/** The statement is not at fault. It is unknown whether a commit in progress took place. */
export function isDatabaseAway(fault: unknown): boolean {
  const code = codeOf(fault) ?? '';
  return awayCodes.has(code) || loginRefused.test(code) || encryptionFailed.test(code);
}

/** The driver waited for a connection in vain. Its pool and its client have different texts for that. */
export function isConnectTimeout(fault: unknown): boolean {
  return /^(timeout e|Connection terminated due to connection timeout)/.test((fault as Error).message);
}

const lacking = new Set(['53000', '53100', '53200', '53400']);

/**
 * The server has no room on its disk or in its memory, or a statement may not use more of it (`temp_file_limit`). It is not away: others
 * succeed. Nothing was done.
 */
export function lacksRoom(fault: unknown): boolean {
  return lacking.has(codeOf(fault) ?? '');
}

/** Another transaction held a row for longer than this connection waits. Nothing was done. */
export function isLockTimeout(fault: unknown): boolean {
  return codeOf(fault) === '55P03';
}

/** The lock belongs to no row: whatever the transaction was for, it would have waited for it. Nothing was done. */
export function isAdvisoryLockTimeout(fault: unknown): boolean {
  return isLockTimeout(fault) && fault instanceof StatementError && fault.statement.startsWith('SELECT pg_advisory_xact_lock(');
}

/** Two transactions waited for each other, and PostgreSQL ended this one. Nothing was done. */
export function isDeadlock(fault: unknown): boolean {
  return codeOf(fault) === '40P01';
}

/** The statement ran for longer than allowed. Nothing was done. */
export function isStatementTimeout(fault: unknown): boolean {
  return codeOf(fault) === '57014';
}

/**
 * The server has no room, or other work was in the way. Nothing was done, the same statement may succeed later, and the connection is as
 * good as before.
 */
export function isHindered(fault: unknown): boolean {
  return lacksRoom(fault) || isLockTimeout(fault) || isDeadlock(fault) || isStatementTimeout(fault);
}

/** Tells in one line the person who started a command what is wrong with the database and what to do. Undefined for any other fault. */
export function databaseFault(fault: unknown): string | undefined {
  const code = codeOf(fault);
  if (isDatabaseAway(fault) || lacksRoom(fault)) return outageOf(code);
  if (!(fault instanceof StatementError)) return undefined;
  if (fault.statement === 'connect') return refusalOf(code);
  return code === '42501' ? `this login has no right to the tables (${code}): DATABASE_URL must be the owner's` : undefined;
}

function outageOf(code = ''): string {
  if (code.startsWith('53')) return `the database lacks resources (${code}): see its disk, its memory and its connections`;
  if (code === '25006') return `the database accepts no writes (${code}): is it a standby, or is its disk full?`;
  if (loginRefused.test(code)) return refusalOf(code);
  if (ownCodes.includes(code)) return `this machine has no room for a connection (${code}): see its open files, its ports and its memory`;
  if (encryptionFailed.test(code)) return `the connection to the database is not safe (${code}): see its certificate and \`sslmode\``;
  return `the database cannot be reached (${code}): is it running?`;
}

function refusalOf(code = ''): string {
  return `the database refuses the connection (${code}): are its name, the login and the password right?`;
}

function codeOf(fault: unknown): string | undefined {
  if (fault instanceof StatementError) return fault.sqlState ?? fault.code;
  return (fault as { code?: string } | null)?.code;
}
