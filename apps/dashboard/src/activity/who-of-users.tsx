import { NativeSelect } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** One of the users of the corporation, or the operator. */
export function WhoOfUsers() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { data } = useAnswer('GET /panel/v1/users', {});
  const people = data?.users.map(({ userId, name }) => ({ value: userId, label: name })) ?? [];
  return (
    <NativeSelect
      label={words.who}
      w={240}
      value={filters.who ?? ''}
      onChange={({ currentTarget: { value } }) => change({ who: value || undefined })}
      data={[{ value: '', label: words.everybody }, ...people, { value: 'operator', label: words.operator }]}
    />
  );
}
