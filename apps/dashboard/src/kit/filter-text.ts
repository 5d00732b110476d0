import { useEffect, useRef, useState } from 'react';

interface FilterText {
  text: string;
  setText: (text: string) => void;
  /** Called before the filter is applied. */
  willAsk: (asked: string) => void;
  /** Returns to the value in the URL. */
  settle: () => void;
}

/**
 * The text of a filter field: the typed text during typing, otherwise the value in the URL. The URL follows with a delay, so an update that
 * this field has caused may arrive while the next letter is typed.
 */
export function useFilterText(asked: string): FilterText {
  const [text, setText] = useState(asked);
  const coming = useRef<string[]>([]);
  useEffect(() => {
    const place = coming.current.indexOf(asked);
    coming.current = place < 0 ? [] : coming.current.slice(place + 1);
    if (place < 0) setText(asked);
  }, [asked]);
  return {
    text,
    setText,
    willAsk(next) {
      if (next !== (coming.current.at(-1) ?? asked)) coming.current.push(next);
    },
    settle() {
      coming.current = [];
      setText(asked);
    },
  };
}
