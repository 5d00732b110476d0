import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Runs every query again that is meant. A running one may return data from before the change, so it runs once more after its answer. If it
 * were cancelled, the gateway would still do all its work, and a slow query would never be answered while changes keep coming.
 */
export function readAnew(client: QueryClient, isMeant: (read: string) => boolean): void {
  const predicate = ({ queryKey: [key] }: Query) => typeof key === 'string' && isMeant(key);
  const underWay = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  void client.invalidateQueries({ predicate, fetchStatus: 'idle' });
  for (const { queryKey } of underWay) void askOnceMore(client, { queryKey, exact: true });
}

async function askOnceMore(client: QueryClient, question: { queryKey: Query['queryKey']; exact: true }): Promise<void> {
  await client.refetchQueries(question, { cancelRefetch: false });
  await client.invalidateQueries(question, { cancelRefetch: false });
}
