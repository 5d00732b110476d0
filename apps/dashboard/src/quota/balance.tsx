import { Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { day } from '#language/day.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { count, solesOfCents } from '#language/money.ts';
import { sectionNames } from '#language/sources.ts';
import type { Contract } from './contract.ts';
import { EndChanges } from './end-changes.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The contract in four numbers. A monthly plan counts no months. */
export function Balance({
  contract: { kind, startsOn, endsOn, phase, endChanges, quota, documentPriceCents, excludedSections },
}: {
  contract: Contract;
}) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  return (
    <Paper p="lg">
      <Group justify="space-between" align="flex-start" gap="md" mb={quota ? 'md' : 0}>
        <Stack gap={2}>
          <Text fw={600}>{words.kinds[kind]}</Text>
          <Text size="sm" c="dimmed">
            {words.period(day(startsOn), day(endsOn), phase)}
          </Text>
          <EndChanges of={endChanges} />
        </Stack>
        <Stack gap={2} align="flex-end">
          {documentPriceCents > 0 && <Text size="sm">{words.price(solesOfCents(documentPriceCents))}</Text>}
          {excludedSections.length > 0 && (
            <Text size="sm" ta="end">
              {words.excluded(excludedSections.map((section) => sectionNames[language][section]))}
            </Text>
          )}
        </Stack>
      </Group>
      {quota ? (
        <>
          <Text size="sm" mb={6}>
            {words.used(quota.granted - quota.available, quota.granted)}
          </Text>
          <Progress.Root size={12} mb="md">
            <Progress.Section value={share(quota.consumed, quota.granted)} color="brand" aria-label={words.consumed} />
            <Progress.Section value={share(quota.held, quota.granted)} color="watch" aria-label={words.held} />
          </Progress.Root>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Fact label={phase === 'ended' ? words.unused : words.available} value={quota.available} />
            <Fact label={words.consumed} value={quota.consumed} />
            <Fact label={words.held} value={quota.held} hint={words.heldHint} />
            <Fact label={words.granted} value={quota.granted} />
          </SimpleGrid>
        </>
      ) : (
        <Text size="sm" mt="sm">
          {words.monthly}
        </Text>
      )}
    </Paper>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

function Fact({ label, value, hint }: { label: string; value: number; hint?: string }) {
  return (
    <Stack gap={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={24} fw={650} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {count(value)}
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  );
}
