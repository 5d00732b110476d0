import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { mayPass, Refusal } from './refusal.ts';

/**
 * `onSessionEnded` is called for every call that was refused because nobody is signed in any more. If somebody else is signed in, the page
 * learns who.
 */
export function newQueryClient(onSessionEnded: () => void): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof Refusal)) return;
    if (error.status === 401 && error.code !== 'sign_in_failed') onSessionEnded();
    if (error.code === 'other_user') void client.invalidateQueries({ queryKey: ['GET /panel/v1/session'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Without a network a call fails visibly: the library would hold it back silently.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        // It waits as long as the gateway says, and retries while somebody looks at it.
        retry: (_count, error) => mayPass(error),
        retryDelay: (count, error) => ((error as Refusal).retryAfterSeconds ?? Math.min(2 ** count, 15)) * 1000,
      },
      // Nor is an act held until the network is back: by then the person may have acted differently.
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
