import { useEffect } from 'react';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-profile]')];

/** `j` and `k` go down and up the list, Enter opens what has the focus, `x` selects it, Escape selects nothing, `/` leads to the search. */
export function useListKeys(toggle: (key: string) => void, clear: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isIn = (places: string) => event.target instanceof HTMLElement && event.target.closest(places) !== null;
      if (isIn('[role="dialog"], [role="menu"]') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return clear();
      if (isIn('input, textarea, select')) return;
      const all = rows();
      const at = all.findIndex((row) => row === document.activeElement);
      if (event.key === 'j') all[Math.min(at + 1, all.length - 1)]?.focus();
      else if (event.key === 'k') all[Math.max(at - 1, 0)]?.focus();
      else if (event.key === 'x' && at >= 0) toggle(all[at]!.dataset.profile as string);
      else if (event.key === '/') document.getElementById('portfolio-search')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [toggle, clear]);
}
