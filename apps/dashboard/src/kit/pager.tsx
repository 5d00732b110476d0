import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '#language/language.tsx';
import { useFilters } from './filters.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  /** The cursors in the answer: null if nothing is older, or newer. */
  older: string | null;
  newer: string | null;
  newerWords?: string;
  olderWords?: string;
}

/** Pages by cursor, which is in the URL: new rows at the top do not push others from one page to the next. */
export function Pager({ older, newer: found, newerWords, olderWords }: Props) {
  const words = useWords({ es, en });
  const { filters, turn } = useFilters();
  // On the first page, newer rows have only arrived since: they are not a page to go to.
  const newer = filters.before || filters.after ? found : null;
  if (older === null && newer === null) return null;
  return (
    <>
      <PartPrinted />
      <Group component="nav" aria-label={words.pages} justify="flex-end" gap="xs" mt="md" className="not-printed">
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={newer === null}
          onClick={() => newer !== null && turn({ after: newer })}
        >
          {newerWords ?? words.newer}
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={older === null}
          onClick={() => older !== null && turn({ before: older })}
        >
          {olderWords ?? words.older}
        </Button>
      </Group>
    </>
  );
}

/** Paper does not show that a list goes on. */
export function PartPrinted() {
  const words = useWords({ es, en });
  return (
    <Text size="xs" mt="md" className="only-printed">
      {words.partPrinted}
    </Text>
  );
}
