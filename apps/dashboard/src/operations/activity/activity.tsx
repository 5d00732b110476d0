import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { asked } from '#activity/asked.ts';
import { EntryList } from '#activity/entry-list.tsx';
import { addressOf } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { PlatformFilters } from './filters.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Entry = AnswerTo<'GET /panel/v1/operator/audit'>['entries'][number];

/** The record of every corporation and of what operators do. */
export function PlatformActivity() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { before, after, corporacion } = filters;
  const query = { ...asked(filters), ...(corporacion && { corporationId: corporacion }) };
  const page = useAnswer(
    'GET /panel/v1/operator/audit',
    { query: { ...query, ...(before && { before }), ...(after && { after }) } },
    { keepsPrevious: true },
  );
  const download = (
    <Button
      component="a"
      href={addressOf('GET /panel/v1/operator/audit.csv', { query })}
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
      <PlatformFilters />
      <Answered query={page} waiting={<Waiting lines={12} height={28} />}>
        {({ entries, older, newer }) =>
          entries.length === 0 ? (
            <Empty icon={IconHistory} title={words.none} />
          ) : (
            <>
              <EntryList
                entries={entries}
                whoIs={({ actor }) => actor}
                more={[{ key: 'corporation', label: words.corporation, width: 215, render: (entry) => <Of entry={entry} /> }]}
              />
              <Pager older={older} newer={before || after ? newer : null} onTurn={(cursor) => change({ ...cursor })} />
            </>
          )
        }
      </Answered>
    </>
  );
}

function Of({ entry: { corporationId, corporationName } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  if (corporationId === null) {
    return (
      <Text size="sm" c="dimmed">
        {words.platform}
      </Text>
    );
  }
  return (
    <Anchor component="button" type="button" size="sm" ta="start" onClick={() => change({ corporacion: corporationId })}>
      {corporationName ?? corporationId}
    </Anchor>
  );
}
