import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Refusal } from '#gateway/refusal.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import type { Entry } from './entry.ts';
import { EntryList, type EntryListProps } from './entry-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props<E extends Entry> extends Omit<EntryListProps<E>, 'entries'> {
  description: string;
  /** The address of the same record as a file. */
  csv: string;
  page: UseQueryResult<{ entries: E[]; older: string | null; newer: string | null }, Refusal>;
  filters: ReactNode;
}

/** Who did what, for one corporation or for all. */
export function RecordOfActs<E extends Entry>({ description, csv, page, filters: bar, ...list }: Props<E>) {
  const words = useWords({ es, en });
  const download = (
    <Button component="a" href={csv} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {words.download}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={description} actions={download} />
      {bar}
      <Answered query={page} waiting={<Waiting lines={12} height={28} />}>
        {({ entries, older, newer }) =>
          entries.length === 0 ? (
            <NoRows>
              <Empty icon={IconHistory} title={words.none} />
            </NoRows>
          ) : (
            <>
              <EntryList entries={entries} {...list} />
              <Pager older={older} newer={newer} />
            </>
          )
        }
      </Answered>
    </>
  );
}
