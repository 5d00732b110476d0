import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { call } from './call.ts';
import { useIdempotencyKey } from './idempotency.ts';
import type { Act, AnswerTo, Given, Read } from './operations.ts';
import { mayPass, type Refusal } from './refusal.ts';

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

const triesOfAnAct = 3;

/** Something that changes what is kept. What `changes` names is asked again once it is done. */
export function useAct<K extends Act>(key: K, { changes = [] }: { changes?: Read[] } = {}) {
  const client = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation<AnswerTo<K>, Refusal, Given<K>>({
    mutationFn: (given) => call(key, given, { idempotencyKey: idempotency.current() }),
    retry: (count, error) => error.status !== 429 && mayPass(error) && count < triesOfAnAct,
    retryDelay: (_count, error) => (error.retryAfterSeconds ?? 2) * 1000,
    onSettled: (_answer, error) => idempotency.answered(error),
    onSuccess: () => Promise.all(changes.map((read) => client.invalidateQueries({ queryKey: [read] }))),
  });
}
