import { useQueries } from '@tanstack/react-query';
import type { PortfolioEntry } from '@vigia/contracts';
import { useState } from 'react';
import { asOne, question } from '#gateway/queries.ts';

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
    queries: parts.map((part) => ({
      ...question('GET /panel/v1/portfolio', { query: { taxIds: part.join(), limit: String(most), ...wanted } }),
      enabled: entries === undefined,
      staleTime: 0,
    })),
    combine: (answers) => ({
      ...asOne(answers, (pages) => pages.flatMap((page) => page.entries)),
      isFetchedAfterMount: answers.every((answer) => answer.isFetchedAfterMount),
    }),
  });
  if (entries === undefined && query.data && query.isFetchedAfterMount) setEntries(query.data);
  return { entries, query };
}
