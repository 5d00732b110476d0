import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { useFilters } from './filters.ts';
import { FocusableButton } from './focusable-button.tsx';
import { passesFocusOn } from './page-header.tsx';
import { Empty } from './states.tsx';
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
      <Group ref={passesFocusOn} component="nav" aria-label={words.pages} justify="flex-end" gap="xs" mt="md" className="not-printed">
        <FocusableButton
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          isOff={newer === null}
          onClick={() => newer !== null && turn({ after: newer })}
        >
          {newerWords ?? words.newer}
        </FocusableButton>
        <FocusableButton
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          isOff={older === null}
          onClick={() => older !== null && turn({ before: older })}
        >
          {olderWords ?? words.older}
        </FocusableButton>
      </Group>
    </>
  );
}

/** In place of a page without rows. The rows of a further page may have moved to earlier ones; otherwise the children say why there are none. */
export function NoRows({ children }: { children: ReactNode }) {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  if (!filters.before && !filters.after) return children;
  return (
    <Empty
      key="further"
      icon={IconArrowBackUp}
      title={words.emptyPage}
      action={
        <Button variant="default" onClick={() => change({})}>
          {words.firstPage}
        </Button>
      }
    />
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
