import { useQueries } from '@tanstack/react-query';
import type { PortfolioEntry } from '@vigia/contracts';
import { useState } from 'react';
import { call } from '#gateway/call.ts';
import { asOne, question } from '#gateway/queries.ts';
import { inTurn } from './preview.ts';

/** In one act, and in one question. */
export const most = 100;

interface Wanted {
  standing: string;
  estado?: string;
}

/**
 * The portfolio entries of some documents, as they are when a dialog opens; undefined until they are known. What the act of this dialog changes
 * is not among them: after a lost answer the same act must be sent again.
 */
export function useAsOpened(taxIds: string[], wanted: Wanted, isAsked = true) {
  const [entries, setEntries] = useState<readonly PortfolioEntry[] | undefined>(isAsked ? undefined : []);
  const parts = Array.from({ length: Math.ceil(taxIds.length / most) }, (_, place) => taxIds.slice(place * most, (place + 1) * most));
  const query = useQueries({
    queries: parts.map((part) => {
      const given = { query: { taxIds: part.join(), limit: String(most), ...wanted } };
      return {
        ...question('GET /panel/v1/portfolio', given),
        // A list may have 15,000 documents, and of one corporation the gateway lets some twenty such reads wait.
        queryFn: ({ signal }: { signal: AbortSignal }) => inTurn(signal, () => call('GET /panel/v1/portfolio', given, { signal })),
        enabled: entries === undefined,
        staleTime: 0,
      };
    }),
    combine: (answers) => ({
      ...asOne(answers, (pages) => pages.flatMap((page) => page.entries)),
      isFetchedAfterMount: answers.every((answer) => answer.isFetchedAfterMount),
    }),
  });
  if (entries === undefined && query.data && query.isFetchedAfterMount) setEntries(query.data);
  return { entries, query };
}
