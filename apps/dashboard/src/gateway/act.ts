import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Act, AnswerTo, Given } from './operations.ts';
import { asTold, isAskedAgain, isSettled, isUnderKey, waited } from './repeating.ts';

/** For so long what is asked for again is what was asked for before, perhaps in another dialog. Later it is meant to be done once more. */
const sameForMs = 10 * 60_000;
export const isSoonAfter = (instant: number) => Date.now() - instant < sameForMs;

/** The keys of acts that nobody has said yet what became of, by who asked for them and with what. */
const keys = new Map<string, { idempotencyKey: string; triedAt: number }>();

/** Who is signed in, as far as the page knows. */
export function personOn(client: QueryClient): string | undefined {
  return client.getQueryData<AnswerTo<'GET /panel/v1/session'>>(['GET /panel/v1/session', {}])?.user.userId;
}

/** What a person asks for once: each call is a try of it, which stays theirs and under its key, however late it comes. */
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

/** Acts that are under way, by who asked for them and with what. */
const underWay = new Map<string, Promise<unknown>>();

/** Carries out what whoever is signed in asks for now. A button takes a second press until the page has drawn that the first is under way: both are one act. */
export function act<K extends Act>(client: QueryClient, key: K, given: Given<K>): Promise<AnswerTo<K>> {
  const person = personOn(client);
  const asked = JSON.stringify([person, key, given]);
  const before = underWay.get(asked) as Promise<AnswerTo<K>> | undefined;
  if (before) return before;
  const done = tried(person, key, given).finally(() => underWay.delete(asked));
  underWay.set(asked, done);
  return done;
}

/** Tries it again by itself where that does nothing twice. */
async function tried<K extends Act>(person: string | undefined, key: K, given: Given<K>): Promise<AnswerTo<K>> {
  const tryIt = askedOnce(person, key, given);
  for (let count = 0; ; count += 1) {
    try {
      return await tryIt();
    } catch (error) {
      if (!isAskedAgain(key, count, error)) throw asTold(key, error);
      await waited(error);
    }
  }
}

/** Not `randomUUID`, which a browser has only where the page came over TLS or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
