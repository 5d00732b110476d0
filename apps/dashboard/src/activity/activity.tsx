import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { addressOf } from '#gateway/call.ts';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { asked } from './asked.ts';
import { EntryList } from './entry-list.tsx';
import { ActivityFilters } from './filters.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Activity() {
  const words = useWords({ es, en });
  return (
    <OnlyWhoCan act="users" title={words.title} refusal={words.onlyAdmins}>
      <Record />
    </OnlyWhoCan>
  );
}

function Record() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { before, after } = filters;
  const query = asked(filters);
  const page = useAnswer(
    'GET /panel/v1/audit',
    { query: { ...query, ...(before && { before }), ...(after && { after }) } },
    { keepsPrevious: true },
  );
  const download = (
    <Button
      component="a"
      href={addressOf('GET /panel/v1/audit.csv', { query })}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {words.download}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={download} />
      <ActivityFilters />
      <Answered query={page} waiting={<Waiting lines={12} height={28} />}>
        {({ entries, older, newer }) =>
          entries.length === 0 ? (
            <Empty icon={IconHistory} title={words.none} />
          ) : (
            <>
              <EntryList entries={entries} />
              <Pager older={older} newer={before || after ? newer : null} onTurn={(cursor) => change({ ...cursor })} />
            </>
          )
        }
      </Answered>
    </>
  );
}
