import { Button, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** From the first rows on, as far as somebody looks. */
export function MoreRows({ after }: { after: string | undefined }) {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  if (after === undefined && !filters.desde) return null;
  return (
    <Group justify="flex-end" mt="md">
      {filters.desde && (
        <Button variant="default" onClick={() => change({ desde: undefined })}>
          {words.first}
        </Button>
      )}
      {after !== undefined && (
        <Button variant="default" rightSection={<IconChevronRight size={16} aria-hidden />} onClick={() => change({ desde: after })}>
          {words.next}
        </Button>
      )}
    </Group>
  );
}
