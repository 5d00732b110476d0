import type { Act, ActUnderKey } from './operations.ts';
import { MayBeDone, mayPass, type Refusal } from './refusal.ts';

/** Acts that change nothing named and yet do nothing twice, by their key or because they keep nothing. */
type Repeatable = ActUnderKey | 'POST /panel/v1/session' | 'POST /panel/v1/deliveries/:deliveryId/signature-check';

const repeatable: Record<Repeatable, true> = {
  'POST /panel/v1/loads': true,
  'POST /panel/v1/updates': true,
  'POST /panel/v1/monitoring': true,
  'POST /panel/v1/events': true,
  'POST /panel/v1/operator/corporations/:corporationId/contracts/:contractId/adjustments': true,
  'POST /panel/v1/session': true,
  'POST /panel/v1/deliveries/:deliveryId/signature-check': true,
};

const tries = 3;

const isRepeatable = (act: Act) => !act.startsWith('POST ') || act in repeatable;
/** Without an answer, and after a 503, an act may have been done. */
const isOpen = (error: unknown): error is Refusal => mayPass(error) && error.status !== 429;

/** Whether the page may ask for an act again by itself: a second one would make a second credential, or send a delivery twice. */
export function isAskedAgain(act: Act, count: number, error: unknown): boolean {
  return isOpen(error) && count < tries && isRepeatable(act);
}

/** What a person is told of it: whether to ask again is theirs to decide where the page does not. */
export function asTold(act: Act, error: unknown): unknown {
  return isOpen(error) && !isRepeatable(act) ? new MayBeDone(error) : error;
}
