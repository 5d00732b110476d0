import { BrokerUnavailableError } from '@vigia/messaging';

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** Of a PostgreSQL that takes nobody in, or throws everybody out. */
const postgresCodes = ['08000', '08001', '08003', '08004', '08006', '53300', '57P01', '57P02', '57P03'];
const codes = new Set([...networkCodes, ...postgresCodes]);
/** The driver has no code for these. */
const texts = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

interface Fault {
  code?: unknown;
  message?: unknown;
}

/** The database or the broker is away: nothing is wrong with the request, and it may be sent again. */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof BrokerUnavailableError) return true;
  // TypeORM puts its own error around that of the driver.
  const { code, message } = ((fault as { driverError?: Fault } | null)?.driverError ?? fault ?? {}) as Fault;
  return codes.has(String(code)) || texts.test(String(message));
}
