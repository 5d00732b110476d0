import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Texts = Record<string, string | undefined>;

/** The filters of this page are in its URL: what is seen can be sent to a colleague, and Back takes a filter away. */
export function useFilters(): { filters: Texts; change: (changes: Texts) => void; list: (name: string) => string[] } {
  const filters: Texts = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Texts) => {
      // A page of the list before would be a page of another list.
      const search = (before: Texts) => ({ ...before, before: undefined, after: undefined, ...changes });
      void navigate({ to: '.', search: search as never, replace: !('before' in changes || 'after' in changes) });
    },
    [navigate],
  );
  return { filters, change, list: (name) => filters[name]?.split(',') ?? [] };
}

/** Which page of the list is asked for. */
export const cursorIn = ({ before, after }: Texts) => ({ ...(before && { before }), ...(after && { after }) });
