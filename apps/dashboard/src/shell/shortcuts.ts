import { useEffect, useState } from 'react';

type Opened = 'palette' | 'help' | undefined;

/** ⌘K or Ctrl+K anywhere; `/` and `?` outside of text fields, and `/` only on pages without their own search. */
export function useShortcuts(): [Opened, (opened: Opened) => void] {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = !(event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="dialog"]'));
      const hasDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
        if (!hasDialog) setOpened('palette');
      } else if (event.metaKey || event.ctrlKey || event.altKey || !isElsewhere || hasDialog) return;
      else if (event.key === '?') setOpened('help');
      else if (event.key === '/' && !document.querySelector('main input[type="search"]')) setOpened('palette');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return [opened, setOpened];
}
