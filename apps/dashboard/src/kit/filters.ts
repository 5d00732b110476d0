import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Texts = Record<string, string | undefined>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The filters of the list whose link led to this page. */
    list?: Texts;
  }
}

interface Filters {
  filters: Texts;
  change: (changes: Texts) => void;
  /** Goes to another page of the same list. */
  turn: (to: Texts) => void;
  list: (name: string) => string[];
}

/**
 * The filters of this page are in its URL, so that a user can send the current view to a colleague. Back leads to the previous page of the
 * list.
 */
export function useFilters(): Filters {
  const filters: Texts = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = useCallback(
    (changes: Texts, replace: boolean) => {
      // A cursor of the previous list would not fit the changed list.
      const search = (before: Texts) => ({ ...before, before: undefined, after: undefined, ...changes });
      // Another page of a list begins at its top; a filter leaves the page where it is.
      void navigate({ to: '.', search, replace, resetScroll: !replace, state: true });
    },
    [navigate],
  );
  const change = useCallback((changes: Texts) => go(changes, true), [go]);
  const turn = useCallback((to: Texts) => go(to, false), [go]);
  return { filters, change, turn, list: (name) => filters[name]?.split(',') ?? [] };
}

/** For the way back to the list as it was. */
export const useFiltersOfList = (): Texts => useLocation({ select: ({ state }) => state.list }) ?? {};

/** The requested page of the list. */
export const cursorIn = ({ before, after }: Texts) => ({ ...(before && { before }), ...(after && { after }) });
