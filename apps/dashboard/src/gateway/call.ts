import { attendance } from './attended.ts';
import type { AnswerTo, Given, Key } from './operations.ts';
import { Refusal } from './refusal.ts';

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

interface Options {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The person for whom it is requested, if it changes something. */
  person?: string | undefined;
}

/** The address of an operation, also for a link to a file. */
export function addressOf<K extends Key>(key: K, given: Given<K>): string {
  const { params = {}, query = {} } = given as Parts;
  const path = key.slice(key.indexOf(' ') + 1).replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}

/** A connection that died in silence may look alive for minutes. Every load balancer has given up by then. */
const longestReadMs = 80_000;

/** Aborted with the given one, and a call that only reads also when no answer can come any more. */
function patience(key: Key, signal: AbortSignal | undefined): { signal: AbortSignal; end: () => void } {
  const patient = new AbortController();
  const stop = () => patient.abort();
  const timer = key.startsWith('GET ') ? setTimeout(stop, longestReadMs) : undefined;
  signal?.addEventListener('abort', stop);
  return {
    signal: patient.signal,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** Reads an answer from its response. An answer that does not arrive completely also counts as lost. */
export async function answerOf<K extends Key, A>(
  key: K,
  given: Given<K>,
  read: (response: Response) => Promise<A>,
  { signal, idempotencyKey, person }: Options = {},
): Promise<A> {
  const { body } = given as Parts;
  const patient = patience(key, signal);
  const unanswered = (error: Error) => {
    if (signal?.aborted) throw error;
    throw new Refusal(0, error.message);
  };
  try {
    const response = await fetch(addressOf(key, given), {
      method: key.slice(0, key.indexOf(' ')),
      headers: {
        ...attendance(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(person && { 'vigia-user': person }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: patient.signal,
    }).catch(unanswered);
    if (!response.ok) throw await Refusal.of(response);
    return await read(response).catch(unanswered);
  } finally {
    patient.end();
  }
}

export async function call<K extends Key>(key: K, given: Given<K>, options?: Options): Promise<AnswerTo<K>> {
  return answerOf(key, given, async (response) => (response.status === 204 ? undefined : response.json()) as Promise<AnswerTo<K>>, options);
}
