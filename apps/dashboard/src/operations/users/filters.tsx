import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const typingMs = 250;
const roles = ['admin', 'analyst', 'member', 'operator'] as const;

export const isRole = (text: string | undefined): text is (typeof roles)[number] => roles.some((role) => role === text);

export function UserFilters() {
  const words = useWords({ es, en });
  const {
    filters: { q, rol, activo },
    change,
  } = useFilters();
  const search = useDebouncedCallback((text: string) => change({ q: text.trim() || undefined }), typingMs);
  return (
    <Group mb="md" gap="sm">
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={q ?? ''}
        flex="1 1 240px"
        maw={420}
        onChange={({ currentTarget: { value } }) => search(value)}
      />
      <NativeSelect
        aria-label={words.role}
        w={190}
        value={rol ?? ''}
        onChange={({ currentTarget: { value } }) => change({ rol: value || undefined })}
        data={[{ value: '', label: words.everyRole }, ...roles.map((value) => ({ value, label: words.roles[value] }))]}
      />
      <SegmentedControl
        aria-label={words.status}
        value={activo ?? ''}
        onChange={(chosen) => change({ activo: chosen || undefined })}
        data={[
          { value: '', label: words.everybody },
          { value: 'true', label: words.active },
          { value: 'false', label: words.deactivated },
        ]}
      />
    </Group>
  );
}
