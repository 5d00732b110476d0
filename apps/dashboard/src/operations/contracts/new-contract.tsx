import { Alert, Checkbox, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { centsOf, isDay, monitoringEndsBefore, sectionsInUse, type Section } from '@vigia/contracts';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { sectionNames } from '#language/sources.ts';
import { changesOfContracts } from './contract.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export const wholeNumber = /^\d{1,6}$/;

export function NewContract({ corporationId, onClose }: { corporationId: string; onClose: () => void }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const today = dayOf(Date.now());
  const [kind, setKind] = useState<'monthly' | 'one_time'>('one_time');
  const [terms, setTerms] = useState({ startsOn: today, endsOn: `${Number(today.slice(0, 4)) + 1}-12-31`, months: '', price: '0' });
  const [without, setWithout] = useState<Section[]>([]);
  const others = useAnswer('GET /panel/v1/operator/corporations/:corporationId/contracts', { params: { corporationId } }).data?.contracts;
  const make = useAct('POST /panel/v1/operator/corporations/:corporationId/contracts', changesOfContracts);

  const { startsOn, endsOn, months, price } = terms;
  const cents = centsOf(price);
  const quotaMonths = kind === 'monthly' ? 0 : wholeNumber.test(months) ? Number(months) : undefined;
  // While a year is typed, browsers report the years 2, 20 and 202.
  const isReady = cents !== undefined && quotaMonths !== undefined && isDay(startsOn) && endsOn >= startsOn;
  const monitoringEnd = isDay(startsOn) && others && monitoringEndsBefore({ kind, startsOn, endsOn }, others, today);
  const field = (name: keyof typeof terms) => ({
    value: terms[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTerms((before) => ({ ...before, [name]: value.trim() })),
  });
  const submit = () =>
    isReady &&
    make.mutate(
      { params: { corporationId }, body: { kind, startsOn, endsOn, quotaMonths, documentPriceCents: cents, excludedSections: without } },
      { onSuccess: onClose },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.make}
      confirm={words.create}
      onConfirm={submit}
      pending={make.isPending}
      error={make.error}
      disabled={!isReady}
    >
      <Stack gap={4}>
        <SegmentedControl
          aria-label={words.kind}
          fullWidth
          value={kind}
          onChange={(chosen) => setKind(chosen as typeof kind)}
          data={[
            { value: 'one_time', label: words.kinds.one_time },
            { value: 'monthly', label: words.kinds.monthly },
          ]}
        />
        <Text size="xs" c="dimmed">
          {words.kindHint[kind]}
        </Text>
      </Stack>
      <Stack gap={4}>
        <Group grow align="flex-start">
          <TextInput type="date" label={words.startsOn} required {...field('startsOn')} />
          <TextInput
            type="date"
            label={words.endsOn}
            min={startsOn}
            required
            error={isDay(endsOn) && endsOn < startsOn && words.endsBefore}
            {...field('endsOn')}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {words.daysHint}
        </Text>
      </Stack>
      {monitoringEnd && (
        <Alert role="status" color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {monitoringEnd < today
            ? words.endedBefore(day(monitoringEnd), startsOn > today ? day(startsOn) : null)
            : words.notBroughtBack(day(monitoringEnd), day(startsOn))}
        </Alert>
      )}
      {kind === 'one_time' && (
        <TextInput
          label={words.months}
          inputMode="numeric"
          required
          data-autofocus
          error={months !== '' && quotaMonths === undefined && words.notWhole}
          {...field('months')}
        />
      )}
      <TextInput
        label={words.price}
        description={words.priceHint}
        inputMode="decimal"
        leftSection="S/"
        error={price !== '' && cents === undefined && words.notAmount}
        {...field('price')}
      />
      <Checkbox.Group label={words.without} value={without} onChange={(chosen) => setWithout(chosen as Section[])}>
        <SimpleGrid cols={2} spacing="xs" mt="xs">
          {sectionsInUse().map((section) => (
            <Checkbox key={section} value={section} label={sectionNames[language][section]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Confirm>
  );
}
