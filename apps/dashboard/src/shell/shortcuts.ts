import { useLayoutEffect, useState } from 'react';
import { writtenField } from '#kit/written-field.ts';

type Opened = 'palette' | 'help' | undefined;

/** ⌘K or Ctrl+K anywhere; `/` and `?` outside of text fields. On a page with its own search, `/` goes there. */
export function useShortcuts(): [Opened, (opened: Opened) => void] {
  const [opened, setOpened] = useState<Opened>();
  // Keys work as soon as something is shown: other effects may come later on a busy machine.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWritten = writtenField(event) !== null;
      const hasDialog = document.querySelector('[role="dialog"]') !== null;
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey) {
        if (!hasDialog) setOpened('palette');
      } else if (event.metaKey || event.ctrlKey || event.altKey || isWritten || hasDialog) return;
      else if (event.key === '?') setOpened('help');
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (search) search.focus();
        else setOpened('palette');
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return [opened, setOpened];
}
