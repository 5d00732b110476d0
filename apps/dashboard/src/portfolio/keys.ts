import { useEffect } from 'react';
import { writtenField } from '#kit/written-field.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-profile]')];

/**
 * `j` and `k` move down and up the list, Enter opens the focused row, `x` selects it, Escape clears the selection, `/` goes to the search.
 */
export function useListKeys(toggle: (key: string) => void, clear: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"], [role="menu"]') || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const field = writtenField(event);
      if (event.key === 'Escape') {
        // In a search it clears what is typed there.
        if (!field?.matches('[type="search"]:not(:placeholder-shown)')) clear();
        return;
      }
      if (field) return;
      const all = rows();
      // The checkbox of a row may have the focus, too.
      const at = all.findIndex((row) => row.closest('tr, li')?.contains(document.activeElement));
      if (event.key === 'j') all[Math.min(at + 1, all.length - 1)]?.focus();
      else if (event.key === 'k') all[Math.max(at - 1, 0)]?.focus();
      else if (event.key === 'x' && at >= 0) toggle(all[at]!.dataset.profile as string);
      else if (event.key === '/') document.getElementById('portfolio-search')?.focus();
      else return;
      event.preventDefault();
    };
    // Before a dialog sees it: Escape then closes only that dialog.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [toggle, clear]);
}
