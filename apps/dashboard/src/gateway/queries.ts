import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from './call.ts';
import type { Act, AnswerTo, Given, Read } from './operations.ts';
import { mayPass, type Refusal } from './refusal.ts';
import { asTold, isAskedAgain } from './repeating.ts';

/** A question to the gateway. Its key is the operation and what was given, so whoever asks the same shares the answer. */
export function question<K extends Read>(key: K, given: Given<K>) {
  return queryOptions<AnswerTo<K>, Refusal>({
    queryKey: [key, given],
    queryFn: ({ signal }) => call(key, given, { signal }),
  });
}

interface AskOptions<K extends Read> extends Pick<UseQueryOptions<AnswerTo<K>, Refusal>, 'enabled' | 'refetchInterval'> {
  /** A list shows the page before while the next one comes. */
  keepsPrevious?: boolean;
}

export function useAnswer<K extends Read>(
  key: K,
  given: Given<K>,
  { keepsPrevious, ...options }: AskOptions<K> = {},
): UseQueryResult<AnswerTo<K>, Refusal> {
  return useQuery({ ...question(key, given), ...options, ...(keepsPrevious && { placeholderData: keepPreviousData }) });
}

/** How something asked stands: one question, the pages of one list, or several questions as if they were one. */
export type Asking<T> = Pick<UseQueryResult<T, Refusal>, 'data' | 'error' | 'failureReason' | 'failureCount' | 'isFetching'>;

/** Several questions as if they were one: answered once all of them are, and until then as the one that is worst off. */
export function asOne<A, T>(all: UseQueryResult<A, Refusal>[], whole: (answers: A[]) => T | undefined): Asking<T> {
  const answers = all.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const worst = all.find(({ error }) => error) ?? all.find(({ failureReason }) => failureReason) ?? all[0];
  return {
    data: answers.length === all.length ? whole(answers) : undefined,
    error: worst?.error ?? null,
    failureReason: worst?.failureReason ?? null,
    failureCount: worst?.failureCount ?? 0,
    isFetching: worst?.isFetching ?? false,
  };
}

/** Something that changes what is kept. What `changes` names is asked again once it is done, or may have been. */
export function useAct<K extends Act>(key: K, { changes = [] }: { changes?: Read[] } = {}) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  // Nobody waits for it: a list that cannot be read now would keep back the answer, and the secret in it.
  const readAnew = () => changes.forEach((read) => void client.invalidateQueries({ queryKey: [read] }));
  return useMutation<AnswerTo<K>, Refusal, Given<K>>({
    mutationFn: (given) =>
      call(key, given, { idempotencyKey: idempotency.current() }).catch((error: unknown) => {
        throw asTold(key, error);
      }),
    retry: (count, error) => isAskedAgain(key, count, error),
    retryDelay: (_count, error) => (error.retryAfterSeconds ?? 2) * 1000,
    onSettled: (_answer, error) => idempotency.answered(error),
    onSuccess: readAnew,
    onError(error) {
      if (mayPass(error)) readAnew();
    },
  });
}

/** Not `randomUUID`, which a browser has only where the page came over TLS or from this machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One key for what a person asks once: it stays the same over every retry, until there is an answer. */
function useIdempotencyKey(): { current: () => string; answered: (error: unknown) => void } {
  const kept = useRef<string>(undefined);
  return {
    current: () => (kept.current ??= newKey()),
    answered(error) {
      if (!mayPass(error)) kept.current = undefined;
    },
  };
}
