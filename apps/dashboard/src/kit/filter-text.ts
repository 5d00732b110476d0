import { useEffect, useRef, useState } from 'react';

interface FilterText {
  text: string;
  setText: (text: string) => void;
  /** Told before it is asked for. */
  willAsk: (asked: string) => void;
  /** Back to what the URL says. */
  settle: () => void;
}

/**
 * The text of a field that filters: what is typed while somebody types, and otherwise what the URL says. The URL follows with a delay, so that
 * what this field has asked for itself may still arrive while the next letter is typed.
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
