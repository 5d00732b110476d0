import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export const filterNames = ['who', 'action', 'subject', 'from', 'to'] as const;

export function ActivityFilters() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { data } = useAnswer('GET /panel/v1/users', {});
  const people = data?.users.map(({ userId, name }) => ({ value: userId, label: name })) ?? [];
  const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));
  const set = (name: string) => (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value || undefined });
  return (
    <Group align="flex-end" gap="sm" mb="md" className="not-printed">
      <NativeSelect
        label={words.who}
        w={240}
        value={filters.who ?? ''}
        onChange={set('who')}
        data={[{ value: '', label: words.everybody }, ...people, { value: 'operator', label: words.operator }]}
      />
      <NativeSelect
        label={words.what}
        w={200}
        value={filters.action ?? ''}
        onChange={set('action')}
        data={[{ value: '', label: words.everything }, ...kinds]}
      />
      <TextInput type="date" label={words.from} value={filters.from ?? ''} max={filters.to} onChange={set('from')} />
      <TextInput type="date" label={words.to} value={filters.to ?? ''} min={filters.from} onChange={set('to')} />
      {filters.subject && (
        <TextInput
          label={words.subject}
          value={filters.subject}
          readOnly
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      {filterNames.some((name) => filters[name]) && (
        <Button variant="subtle" onClick={() => change(Object.fromEntries(filterNames.map((name) => [name, undefined])))}>
          {words.clear}
        </Button>
      )}
    </Group>
  );
}
