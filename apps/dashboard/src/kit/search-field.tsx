import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { useWords } from '#language/language.tsx';
import { useFilterText } from './filter-text.ts';
import { useFilters } from './filters.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const waitMs = 250;

/** A typed filter: applied after a pause in typing, and cleared when it disappears from the URL. */
export function useTypedFilter(name: string): { text: string; type: (text: string) => void } {
  const { filters, change } = useFilters();
  const { text, setText, willAsk } = useFilterText(filters[name] ?? '');
  const ask = useDebouncedCallback((typed: string) => {
    willAsk(typed.trim());
    change({ [name]: typed.trim() || undefined });
  }, waitMs);
  const type = (typed: string) => {
    setText(typed);
    ask(typed);
  };
  return { text, type };
}

/** The search text of a list, `q` in the URL. */
export function SearchField({ label, ...props }: Omit<TextInputProps, 'value' | 'onChange'> & { label: string }) {
  const words = useWords({ es, en });
  const { text, type } = useTypedFilter('q');
  const field = useRef<HTMLInputElement>(null);
  // The button disappears with the text that it clears.
  const clear = () => {
    type('');
    field.current?.focus();
  };
  // Not every browser clears a search by Escape. While an input method composes, Escape belongs to it.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || text === '' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    type('');
  };
  return (
    <TextInput
      ref={field}
      type="search"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={words.clearSearch} onClick={clear} />}
      value={text}
      onChange={({ currentTarget: { value } }) => type(value)}
      onKeyDown={press}
      {...props}
    />
  );
}
