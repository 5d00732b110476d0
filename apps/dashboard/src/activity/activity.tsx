import { Button, Paper, Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconDownload, IconHistory, IconQuestionMark } from '@tabler/icons-react';
import { addressOf } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Pager } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { exactInstant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { asked } from './asked.ts';
import { ActivityFilters } from './filters.tsx';
import { Subject } from './subject.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export type Entry = AnswerTo<'GET /panel/v1/audit'>['entries'][number];

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
              <Entries entries={entries} />
              <Pager older={older} newer={before || after ? newer : null} onTurn={(cursor) => change({ ...cursor })} />
            </>
          )
        }
      </Answered>
    </>
  );
}

function Entries({ entries }: { entries: Entry[] }) {
  const words = useWords({ es, en });
  return (
    <Paper p={0}>
      <DataList
        label={words.list}
        rows={entries}
        keyOf={({ at, action, subject }) => `${at} ${action} ${subject}`}
        columns={[
          {
            key: 'what',
            label: words.what,
            render: (entry) => (
              <div>
                <Text size="sm" fw={600}>
                  {words.actions[entry.action] ?? entry.action}
                </Text>
                <Subject entry={entry} />
              </div>
            ),
          },
          {
            key: 'who',
            label: words.who,
            width: 280,
            render: ({ actor, address }) => (
              <div>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {actor === 'operator' ? words.operator : actor}
                </Text>
                {address && (
                  <Text size="xs" c="dimmed">
                    {address}
                  </Text>
                )}
              </div>
            ),
          },
          { key: 'outcome', label: words.outcome, width: 220, render: (entry) => <Outcome entry={entry} /> },
          { key: 'at', label: words.at, width: 170, render: ({ at }) => <Text size="sm">{exactInstant(at)}</Text> },
        ]}
      />
    </Paper>
  );
}

function Outcome({ entry: { outcome, reason } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  if (outcome === 'done') {
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {words.done}
      </StatusBadge>
    );
  }
  const isRefused = outcome === 'refused';
  return (
    <div>
      <StatusBadge tone={isRefused ? 'bad' : 'watch'} icon={isRefused ? IconBan : IconQuestionMark}>
        {isRefused ? words.refused : words.unknown}
      </StatusBadge>
      <Text size="xs" c="dimmed" mt={2}>
        {isRefused ? reason && refusalWords(new Refusal(0, reason, reason as never), language) : words.unknownMore}
      </Text>
    </div>
  );
}
