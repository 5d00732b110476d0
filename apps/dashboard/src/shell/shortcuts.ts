import { useEffect, useState } from 'react';
import { writtenField } from '#kit/written-field.ts';

type Opened = 'palette' | 'help' | undefined;

/** ⌘K or Ctrl+K anywhere; `/` and `?` outside of text fields, and `/` only on pages without their own search. */
export function useShortcuts(): [Opened, (opened: Opened) => void] {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWritten = writtenField(event) !== null;
      const hasDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
        if (!hasDialog) setOpened('palette');
      } else if (event.metaKey || event.ctrlKey || event.altKey || isWritten || hasDialog) return;
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
