import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { DayField } from '#kit/day-field.tsx';
import { useFilterText } from '#kit/filter-text.ts';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { nameOf } from '#webhooks/webhook.ts';
import { wholeTaxId } from './asked.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export const filterNames = ['document', 'state', 'health', 'webhook', 'from', 'to', 'http', 'failure', 'tests'] as const;

export function EventFilters({ ofDeliveries }: { ofDeliveries: boolean }) {
  const all = useWords({ es, en });
  const words = all.filters;
  const { filters, change } = useFilters();
  const { data } = useAnswer('GET /panel/v1/webhooks', {});
  const { text, setText, willAsk } = useFilterText(filters.document ?? '');
  const choose = (name: string, label: string, options: [string, string][], any = words.any) => (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...options.map(([value, text]) => ({ value, label: text }))]}
      value={filters[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
      w={{ base: 'calc(50% - 6px)', xs: 144 }}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <DayField label={label} day={filters[name]} onDay={(chosen) => change({ [name]: chosen })} w={{ base: 'calc(50% - 6px)', xs: 144 }} />
  );
  const type = (typed: string) => {
    const document = wholeTaxId(typed);
    setText(typed);
    willAsk(document ?? '');
    change({ document });
  };
  const isIncomplete = !ofDeliveries && text.trim() !== '' && wholeTaxId(text) === undefined;
  const isFiltered = filterNames.some((name) => filters[name]);
  const clear = () => {
    setText('');
    change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  };
  return (
    <>
      <Group
        component="form"
        role="search"
        onSubmit={(event) => event.preventDefault()}
        aria-label={words.label}
        gap="sm"
        align="flex-end"
        mb="md"
        className={isFiltered ? undefined : 'not-printed'}
      >
        {!ofDeliveries && (
          <TextInput
            label={words.taxId}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            w={{ base: 'calc(50% - 6px)', xs: 144 }}
          />
        )}
        {!ofDeliveries && choose('state', words.state, Object.entries(all.states), words.anyMale)}
        {choose('health', words.health, Object.entries({ ...all.health, PENDING: words.pending }))}
        {choose('webhook', words.webhook, data?.webhooks.map((one) => [one.configurationId, nameOf(one)]) ?? [], words.anyMale)}
        {ofDeliveries && choose('http', words.http, Object.entries(words.httpOf))}
        {ofDeliveries && choose('failure', words.failure, Object.entries(all.failures))}
        {day('from', words.from)}
        {day('to', words.to)}
        {choose('tests', words.tests, [
          ['false', words.noTests],
          ['true', words.onlyTests],
        ])}
        {isFiltered && (
          <Button
            ref={passesFocusOn}
            variant="subtle"
            className="not-printed"
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={clear}
          >
            {words.clear}
          </Button>
        )}
      </Group>
      <Text size="sm" mb={isIncomplete ? 'md' : 0} className="not-printed" role="status">
        {isIncomplete && words.incomplete}
      </Text>
    </>
  );
}
