import { BrokerUnavailableError } from '@vigia/messaging';

/** What the system says of a peer that cannot be reached, and PostgreSQL of one that takes nobody in. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['08000', '08001', '08003', '08004', '08006', '53300', '57P01', '57P02', '57P03'],
]);
/** The driver has no code for these. */
const texts = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** The database or the broker is away: nothing is wrong with the request, and it may be sent again. */
export function isOutage(fault: unknown): boolean {
  if (fault instanceof BrokerUnavailableError) return true;
  if (!(fault instanceof Error)) return false;
  const { code, message } = ((fault as { driverError?: unknown }).driverError ?? fault) as { code?: string; message: string };
  return codes.has(code ?? '') || texts.test(message);
}
