import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useFilters } from '#kit/filters.ts';
import { SearchField } from '#kit/search-field.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const roles = ['admin', 'analyst', 'member', 'operator'] as const;

export const isRole = (text: string | undefined): text is (typeof roles)[number] => roles.some((role) => role === text);

export function UserFilters() {
  const words = useWords({ es, en });
  const {
    filters: { rol, activo },
    change,
  } = useFilters();
  return (
    <Group mb="md" gap="sm">
      <SearchField label={words.search} flex="1 1 240px" maw={420} />
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
