import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import type { Act, AnswerTo, Given } from './operations.ts';
import { isSettled, isUnderKey } from './repeating.ts';

/** Of each act that nobody has said yet what became of, by who asked for it and with what. */
const keys = new Map<string, string>();

/** An act under a key that it keeps until it is told what became of it, also where the dialog that asked for it was closed meanwhile. */
export async function act<K extends Act>(client: QueryClient, key: K, given: Given<K>): Promise<AnswerTo<K>> {
  if (!isUnderKey(key)) return call(key, given);
  const session = client.getQueryData<AnswerTo<'GET /panel/v1/session'>>(['GET /panel/v1/session', {}]);
  const asked = JSON.stringify([session?.user.userId, key, given]);
  const idempotencyKey = keys.get(asked) ?? newKey();
  keys.set(asked, idempotencyKey);
  try {
    const answer = await call(key, given, { idempotencyKey });
    keys.delete(asked);
    return answer;
  } catch (error) {
    if (isSettled(error)) keys.delete(asked);
    throw error;
  }
}

/** Not `randomUUID`, which a browser has only where the page came over TLS or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
