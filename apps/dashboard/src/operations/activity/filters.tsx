import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en as activityEn } from '#activity/words.en.ts';
import { es as activityEs } from '#activity/words.es.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const typingMs = 400;
const names = ['who', 'action', 'subject', 'from', 'to', 'corporacion'] as const;

export function PlatformFilters() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { who, corporacion, subject } = filters;
  const corporationId = corporacion ?? '';
  const { data } = useAnswer(
    'GET /panel/v1/operator/corporations/:corporationId',
    { params: { corporationId } },
    { enabled: corporationId !== '' },
  );
  const [text, setText] = useState(who ?? '');
  useEffect(() => setText(who ?? ''), [who]);
  const kinds = Object.entries({ ...useWords({ es: activityEs, en: activityEn }).kinds, ...words.kinds }).map(([value, label]) => ({
    value,
    label,
  }));
  const typed = useDebouncedCallback((text: string) => change({ who: text.trim() || undefined }), typingMs);
  const set = (name: string) => (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value || undefined });
  return (
    <Group align="flex-end" gap="sm" mb="md" className="not-printed">
      <TextInput
        label={words.who}
        placeholder={words.whoHint}
        w={260}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          typed(value);
        }}
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
      {corporacion && <TextInput label={words.corporation} value={data?.corporation.name ?? corporacion} readOnly />}
      {subject && <TextInput label={words.subject} value={subject} readOnly />}
      {names.some((name) => filters[name]) && (
        <Button variant="subtle" onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}>
          {words.clear}
        </Button>
      )}
    </Group>
  );
}
