import { Button, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/**
 * Continues from the first rows, as far as the user asks. `filter` is the name of the position in the URL: versions and the rows of a
 * version each have their own.
 */
export function MoreRows({ after, filter = 'desde' }: { after: string | undefined; filter?: 'desde' | 'antes' }) {
  const words = useWords({ es, en });
  const { filters, change, turn } = useFilters();
  if (after === undefined && !filters[filter]) return null;
  return (
    <Group justify="flex-end" mt="md">
      {filters[filter] && (
        <Button variant="default" onClick={() => change({ [filter]: undefined })}>
          {words.first}
        </Button>
      )}
      {after !== undefined && (
        <Button variant="default" rightSection={<IconChevronRight size={16} aria-hidden />} onClick={() => turn({ [filter]: after })}>
          {words.next}
        </Button>
      )}
    </Group>
  );
}
