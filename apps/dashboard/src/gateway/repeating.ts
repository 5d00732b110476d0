import type { Act, ActUnderKey } from './operations.ts';
import { isUnanswered, MayBeDone, mayPass, Refusal } from './refusal.ts';

const underKey: Record<ActUnderKey, true> = {
  'POST /panel/v1/loads': true,
  'POST /panel/v1/updates': true,
  'POST /panel/v1/monitoring': true,
  'POST /panel/v1/events': true,
  'POST /panel/v1/webhooks': true,
  'POST /panel/v1/operator/corporations/:corporationId/contracts/:contractId/adjustments': true,
};
/** These store nothing that a repetition would add to. */
const keepNothing: Act[] = ['POST /panel/v1/session', 'POST /panel/v1/deliveries/:deliveryId/signature-check'];
/** These use up what they name, or the state in which the person saw it: a repetition would be refused, as if nothing had been done. */
const useUp: Act[] = [
  'PATCH /panel/v1/webhooks/:configurationId',
  'PUT /panel/v1/password',
  'PUT /panel/v1/password/by-link',
  'DELETE /panel/v1/sessions/:sessionId',
  'DELETE /panel/v1/views/:viewId',
  'DELETE /panel/v1/webhooks/:configurationId/secret',
  'DELETE /panel/v1/webhooks/:configurationId/secret/switch',
];

const tries = 3;

export const isUnderKey = (act: Act): act is ActUnderKey => act in underKey;
/** A repetition would create a second credential, or send a delivery twice. */
const addsUp = (act: Act) => act.startsWith('POST ') && !keepNothing.includes(act);
const isForOnce = (act: Act) => addsUp(act) || useUp.includes(act);

/** Whether the page retries an act on its own. */
export function isAskedAgain(act: Act, count: number, error: unknown): error is Refusal {
  const isSafe = !isForOnce(act) || isUnderKey(act);
  return mayPass(error) && error.status !== 429 && count < tries && isSafe;
}

/** In seconds, as the gateway says. */
export const waitOf = ({ retryAfterSeconds }: Refusal) => retryAfterSeconds ?? 2;
export const waited = (error: Refusal) => new Promise<void>((resolve) => setTimeout(resolve, waitOf(error) * 1000));

/** The error as the person sees it: once the page no longer retries, the person decides whether to. */
export function asTold(act: Act, error: unknown): unknown {
  return isUnanswered(error) && isForOnce(act) ? new MayBeDone(error) : error;
}

/** Nobody is signed in any more, or somebody else is. */
const isOfAnother = ({ status, code }: Refusal) => status === 401 || code === 'other_user';

/** Whether the outcome of an act is known. A try that was not admitted says nothing about the previous one, whose answer was lost. */
export function isSettled(error: unknown): boolean {
  return !(mayPass(error) || isUnanswered(error) || (error instanceof Refusal && isOfAnother(error)));
}
