import { isDatabaseAway, isLockTimeout } from '@vigia/database';
import { BrokerUnavailableError } from '@vigia/messaging';

/** The database or the broker is away, or a row is held by somebody else: nothing is wrong with the request, and it may be sent again. */
export function isOutage(fault: unknown): boolean {
  return fault instanceof BrokerUnavailableError || isDatabaseAway(fault) || isLockTimeout(fault);
}
