import {
  keepPreviousData,
  type QueryClient,
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
import { readAnew } from './read-anew.ts';
import { isUnanswered, type Refusal } from './refusal.ts';

/** A query to the gateway. Its key is the operation and its input, so components with the same query share the answer. */
export function question<K extends Read>(key: K, given: Given<K>) {
  return queryOptions<AnswerTo<K>, Refusal>({
    queryKey: [key, given],
    queryFn: ({ signal }) => call(key, given, { signal }),
  });
}

interface AskOptions<K extends Read> extends Pick<UseQueryOptions<AnswerTo<K>, Refusal>, 'enabled' | 'refetchInterval' | 'staleTime'> {
  /** A list shows the previous page while the next one is loading. */
  keepsPrevious?: boolean;
}

export function useAnswer<K extends Read>(
  key: K,
  given: Given<K>,
  { keepsPrevious, refetchInterval, ...options }: AskOptions<K> = {},
): UseQueryResult<AnswerTo<K>, Refusal> {
  return useQuery({
    ...question(key, given),
    ...options,
    // Only after an answer: until then the query retries what may pass, and the user what has failed.
    refetchInterval: (query) =>
      query.state.data !== undefined && (typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

/** The state of a query: a single one, the pages of a list, or several queries combined. */
export type Asking<T> = Pick<UseQueryResult<T, Refusal>, 'data' | 'error' | 'failureReason' | 'failureCount' | 'isFetching'>;

/** Several queries combined: answered once all are, and until then with the worst state among them. */
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

/**
 * An act that changes stored data. The queries in `changes` run again once it is done, or may have been done, and after a refusal which says
 * that the page shows an old state: a conflict, or that what it shows is gone. After a conflict, so does the preview of the act.
 */
export function useAct<K extends Act>(key: K, { changes = [] }: { changes?: Read[] } = {}) {
  const client = useQueryClient();
  const readChanged = () => readAnew(client, (read) => changes.some((changed) => changed === read));
  return useMutation<AnswerTo<K>, Refusal, Given<K>>({
    mutationKey: [key],
    mutationFn: (given) => act(client, key, given),
    onSuccess: readChanged,
    onError(error) {
      if (error.status === 404 || error.status === 409 || isUnanswered(error)) readChanged();
      if (error.status === 409) previewAnew(client);
    },
  });
}

/** What acts would cost, after something that the previews do not know yet. */
export function previewAnew(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/preview') });
}

/** Acts that share one place for their refusals: that of the latest is shown. */
export function latestOf<A extends { submittedAt: number }>(acts: readonly A[]): A {
  return acts.reduce((latest, act) => (act.submittedAt > latest.submittedAt ? act : latest));
}
