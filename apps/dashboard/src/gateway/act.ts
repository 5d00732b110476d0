import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Act, AnswerTo, Given } from './operations.ts';
import { asTold, isAskedAgain, isSettled, isUnderKey, waited } from './repeating.ts';

/** How long a repeated request counts as the same act, perhaps from another dialog. Later it means a new act. */
const sameForMs = 10 * 60_000;
export const isSoonAfter = (instant: number) => Date.now() - instant < sameForMs;

/** The keys of acts with an unknown outcome, by the person and the content of the request. */
const keys = new Map<string, { idempotencyKey: string; triedAt: number }>();

const signedInOn = (client: QueryClient) => client.getQueryData<AnswerTo<'GET /panel/v1/session'>>(['GET /panel/v1/session', {}]);

/** The person who is signed in, as far as the page knows. */
export function personOn(client: QueryClient): string | undefined {
  return signedInOn(client)?.user.userId;
}

/** Whether the person has requested the same act just now, and the page has not learnt its outcome. */
export function isUnknown<K extends Act>(client: QueryClient, key: K, given: Given<K>): boolean {
  const before = keys.get(JSON.stringify([personOn(client), key, given]));
  return before !== undefined && isSoonAfter(before.triedAt);
}

/** An act that a person requests once. Each call is a try of it, for this person and under the same key, however late it comes. */
export function askedOnce<K extends Act>(person: string | undefined, key: K, given: Given<K>): () => Promise<AnswerTo<K>> {
  if (!isUnderKey(key)) return () => call(key, given, { person });
  const asked = JSON.stringify([person, key, given]);
  const before = keys.get(asked);
  const idempotencyKey = before && isSoonAfter(before.triedAt) ? before.idempotencyKey : newKey();
  const keep = () => keys.set(asked, { idempotencyKey, triedAt: Date.now() });
  return async () => {
    keep();
    try {
      const answer = await call(key, given, { person, idempotencyKey });
      keys.delete(asked);
      return answer;
    } catch (error) {
      if (isSettled(error)) keys.delete(asked);
      else keep();
      throw error;
    }
  };
}

/** Running acts, by the person and the content of the request. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Carries out what the signed-in person requests now. A button accepts a second press until the page has shown that the first is running:
 * both are one act.
 */
export function act<K extends Act>(client: QueryClient, key: K, given: Given<K>): Promise<AnswerTo<K>> {
  const asked = JSON.stringify([personOn(client), key, given, sessionToEnd(client, key)]);
  const before = underWay.get(asked) as Promise<AnswerTo<K>> | undefined;
  if (before) return before;
  const done = tried(client, key, given).finally(() => underWay.delete(asked));
  underWay.set(asked, done);
  return done;
}

const sessionToEnd = (client: QueryClient, key: Act) =>
  key === 'DELETE /panel/v1/session' ? signedInOn(client)?.session.sessionId : undefined;

/** Retries automatically if a repetition has no second effect: a sign-out would end the session that the person has begun meanwhile. */
async function tried<K extends Act>(client: QueryClient, key: K, given: Given<K>): Promise<AnswerTo<K>> {
  const session = sessionToEnd(client, key);
  const tryIt = askedOnce(personOn(client), key, given);
  for (let count = 0; ; count += 1) {
    try {
      return await tryIt();
    } catch (error) {
      if (!isAskedAgain(key, count, error)) throw asTold(key, error);
      await waited(error);
      if (sessionToEnd(client, key) !== session) throw asTold(key, error);
    }
  }
}

/** Instead of `randomUUID`, which a browser provides only over TLS or on localhost. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
