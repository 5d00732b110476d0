import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useFilters } from './filters.ts';

const waitMs = 250;

/** A filter that is typed: asked for once the fingers rest, and gone from the field when it goes from the URL. */
export function useTypedFilter(name: string): { text: string; type: (text: string) => void } {
  const { filters, change } = useFilters();
  const asked = filters[name] ?? '';
  const [text, setText] = useState(asked);
  const ask = useDebouncedCallback((typed: string) => change({ [name]: typed.trim() || undefined }), waitMs);
  useEffect(() => setText((typed) => (asked === typed.trim() ? typed : asked)), [asked]);
  const type = (typed: string) => {
    setText(typed);
    ask(typed);
  };
  return { text, type };
}
