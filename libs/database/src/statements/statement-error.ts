import { PlainError } from '@vigia/contracts';

/** What PostgreSQL or the driver say of a failure in names and codes. */
interface Fault {
  code?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
  message?: string;
}

/** The driver has no code for these. */
const connectionTexts = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
export const connectionLost = 'CONNECTION_LOST';

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/**
 * A statement that failed: which one, why, and on what. The error underneath is not kept, because the texts of PostgreSQL quote
 * values, and those of other wrappers all parameters.
 */
export class StatementError extends PlainError {
  override readonly name = 'StatementError';
  /** Where PostgreSQL refused the statement. */
  readonly sqlState?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  /** Where it could not be asked, or its answer did not come. */
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
