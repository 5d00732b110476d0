import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { act } from './act.ts';
import { call } from './call.ts';
import type { Act, AnswerTo, Given, Read } from './operations.ts';
import { isUnanswered, type Refusal } from './refusal.ts';

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
  // Nobody waits for it: a list that cannot be read now would keep back the answer, and the secret in it.
  const readAnew = () => changes.forEach((read) => void client.invalidateQueries({ queryKey: [read] }));
  return useMutation<AnswerTo<K>, Refusal, Given<K>>({
    mutationFn: (given) => act(client, key, given),
    onSuccess: readAnew,
    onError(error) {
      if (isUnanswered(error)) readAnew();
    },
  });
}
