import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { DayField } from '#kit/day-field.tsx';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useTypedFilter } from '#kit/search-field.tsx';
import { momentsOf } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const own = ['who', 'action', 'subject', 'from', 'to'];

interface Props {
  who: ReactNode;
  /** Kinds of acts in addition to those of a corporation. */
  kinds?: Record<string, string>;
  /** Further filters, by their names in the URL. */
  more?: Record<string, ReactNode>;
}

export function RecordFilters({ who, kinds = {}, more = {} }: Props) {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const names = [...own, ...Object.keys(more)];
  const isFiltered = names.some((name) => filters[name]);
  const choices = Object.entries({ ...words.kinds, ...kinds }).map(([value, label]) => ({ value, label }));
  return (
    <Group align="flex-end" gap="sm" mb="md" className={isFiltered ? undefined : 'not-printed'}>
      {who}
      <NativeSelect
        label={words.what}
        w={200}
        value={filters.action ?? ''}
        onChange={({ currentTarget: { value } }) => change({ action: value || undefined })}
        data={[{ value: '', label: words.everything }, ...choices]}
      />
      <DayField label={words.from} day={filters.from} max={filters.to} onDay={(from) => change({ from })} />
      <DayField label={words.to} day={filters.to} min={filters.from} onDay={(to) => change({ to })} />
      {Object.values(more)}
      <Subject />
      {isFiltered && (
        <Button
          ref={passesFocusOn}
          variant="subtle"
          className="not-printed"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

function Subject() {
  const words = useWords({ es, en });
  const { text, type } = useTypedFilter('subject');
  return (
    <TextInput
      label={words.subject}
      placeholder={words.subjectHint}
      maxLength={200}
      value={text}
      onChange={({ currentTarget: { value } }) => type(value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}

/** A user of the corporation, or the operator. */
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

type Texts = Record<string, string | undefined>;

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Days in Lima as a range of instants; the other filters unchanged from the URL. */
export function asked({ who, action, subject, from, to }: Texts) {
  return {
    ...(who && (isId.test(who) ? { userId: who } : { actor: who })),
    ...(action && { action }),
    ...(subject && { subject }),
    ...momentsOf({ from, to }),
  };
}
