import { shownAddress } from '../domain/broker-url.js';
import { BrokerStartError } from './reach.js';
import { refusalOf } from './refusal.js';

/**
 * Why a broker cannot be used, derived from the failure or from what its connections reported meanwhile. Has a cause if the broker cannot
 * be reached.
 */
export function startFault(url: string, error: unknown, reported?: Error): BrokerStartError {
  const broker = `the broker at ${shownAddress(url)}`;
  const refusal = refusalOf(error) ?? refusalOf(reported);
  return refusal ? new BrokerStartError(`${broker} ${refusal}`) : new BrokerStartError(`${broker} cannot be reached`, { cause: error });
}
