import { connectionLost, StatementError } from './statement-error.js';

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** A PostgreSQL that takes nobody in, or throws everybody out. */
const postgresCodes = ['08000', '08001', '08003', '08004', '08006', '53300', '57P01', '57P02', '57P03'];
const awayCodes = new Set([...networkCodes, ...postgresCodes, connectionLost]);

/** Nothing is wrong with the statement. Whether a commit that was on its way took place is not known. */
export function isDatabaseAway(fault: unknown): boolean {
  return awayCodes.has(codeOf(fault) ?? '');
}

/** Somebody else has held a row for longer than this connection waits. Nothing was done. */
export function isLockTimeout(fault: unknown): boolean {
  return codeOf(fault) === '55P03';
}

/** The statement ran for longer than any may. Nothing was done. */
export function isStatementTimeout(fault: unknown): boolean {
  return codeOf(fault) === '57014';
}

function codeOf(fault: unknown): string | undefined {
  if (fault instanceof StatementError) return fault.sqlState ?? fault.code;
  return (fault as { code?: string } | null)?.code;
}
