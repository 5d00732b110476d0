import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again every question whose path begins so. One that is under way may be answered from before the change, and is asked once more after
 * its answer. Cancelled, it would still cost the gateway all of its work, and while something changes all the time a slow one would
 * never be answered.
 */
export function readAnew(client: QueryClient, paths: readonly string[]): void {
  const predicate = ({ queryKey: [key] }: Query) => typeof key === 'string' && paths.some((path) => key.startsWith(`GET ${path}`));
  const underWay = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  void client.invalidateQueries({ predicate, fetchStatus: 'idle' });
  for (const { queryKey } of underWay) void askOnceMore(client, { queryKey, exact: true });
}

async function askOnceMore(client: QueryClient, question: { queryKey: Query['queryKey']; exact: true }): Promise<void> {
  await client.refetchQueries(question, { cancelRefetch: false });
  await client.invalidateQueries(question, { cancelRefetch: false });
}
