import { Button, Group } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Other versions are listed: details of one of the former are closed. */
const noDetails = { version: undefined, ver: undefined, desde: undefined, motivo: undefined };

/**
 * Continues from the first rows, as far as the user asks. `filter` is the name of the position in the URL: versions and the rows of a
 * version each have their own.
 */
export function MoreRows({ after, filter = 'desde' }: { after: string | undefined; filter?: 'desde' | 'antes' }) {
  const words = useWords({ es, en });
  const { filters, change, turn } = useFilters();
  if (after === undefined && !filters[filter]) return null;
  const closed = filter === 'antes' ? noDetails : {};
  return (
    <Group justify="flex-end" mt="md">
      {filters[filter] && (
        <Button ref={passesFocusOn} variant="default" onClick={() => change({ ...closed, [filter]: undefined })}>
          {words.first}
        </Button>
      )}
      {after !== undefined && (
        <Button
          ref={passesFocusOn}
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          onClick={() => turn({ ...closed, [filter]: after })}
        >
          {words.next}
        </Button>
      )}
    </Group>
  );
}
