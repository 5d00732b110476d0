import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useWords } from '#language/language.tsx';
import { useTypedFilter } from './typed-filter.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** What a list is searched for, `q` in the URL. */
export function SearchField({ label, ...props }: Omit<TextInputProps, 'value' | 'onChange'> & { label: string }) {
  const words = useWords({ es, en });
  const { text, type } = useTypedFilter('q');
  return (
    <TextInput
      type="search"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={words.clearSearch} onClick={() => type('')} />}
      value={text}
      onChange={({ currentTarget: { value } }) => type(value)}
      {...props}
    />
  );
}
