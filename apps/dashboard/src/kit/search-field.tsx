import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useWords } from '#language/language.tsx';
import { useFilterText } from './filter-text.ts';
import { useFilters } from './filters.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const waitMs = 250;

/** A filter that is typed: asked for once the fingers rest, and gone from the field when it goes from the URL. */
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

/** What a list is searched for, `q` in the URL. */
export function SearchField({ label, ...props }: Omit<TextInputProps, 'value' | 'onChange'> & { label: string }) {
  const words = useWords({ es, en });
  const { text, type } = useTypedFilter('q');
  const field = useRef<HTMLInputElement>(null);
  // The button goes with what it clears.
  const clear = () => {
    type('');
    field.current?.focus();
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
      {...props}
    />
  );
}
