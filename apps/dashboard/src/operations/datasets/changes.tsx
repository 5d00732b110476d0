import { Text, Title } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { entryKinds } from '#language/list-meanings.ts';
import { changedFacts } from './changed-facts.ts';
import { MoreRows } from './more-rows.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Change = AnswerTo<'GET /panel/v1/operator/dataset-versions/:version/changes'>['changes'][number];

/** The differences between a version and the previous one. */
export function Changes({ version, isPruned }: { version: string; isPruned: boolean }) {
  const words = useWords({ es, en });
  const { desde } = useFilters().filters;
  const query = useAnswer(
    'GET /panel/v1/operator/dataset-versions/:version/changes',
    { params: { version }, query: { ...(desde && { after: desde }) } },
    { keepsPrevious: true },
  );
  return (
    <section aria-label={words.changesOf(version)}>
      <Title order={2}>{words.changesOf(version)}</Title>
      <Text size="xs" c="dimmed" mb="sm">
        {words.changesMeaning}
      </Text>
      <Answered query={query}>
        {({ changes, more }) =>
          changes.length === 0 ? (
            <Empty icon={IconEqual} title={isPruned ? words.changesGone : words.noChanges} />
          ) : (
            <>
              <DataList
                label={words.changesOf(version)}
                rows={changes}
                keyOf={({ key }) => key}
                columns={[
                  { key: 'key', label: words.key, width: 200, render: ({ key }) => key },
                  { key: 'change', label: words.change, width: 130, render: ({ change }) => words.changeKinds[change] },
                  { key: 'facts', label: words.beforeAfter, render: (row) => <Facts row={row} /> },
                ]}
              />
              <MoreRows after={more ? changes.at(-1)?.key : undefined} />
            </>
          )
        }
      </Answered>
    </section>
  );
}

/** Only the fields that differ, each with its old and new value. */
function Facts({ row: { change, before, after } }: { row: Change }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const said = (name: string, texts: string[]) =>
    texts.length === 0 ? words.nothing : texts.map((text) => (name === 'kind' && entryKinds[language][text]) || text).join('; ');
  return changedFacts(before, after).map((fact) => (
    <Text key={fact.name} size="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text span size="xs" c="dimmed">
        {words.facts[fact.name] ?? fact.name}:{' '}
      </Text>
      {change === 'changed'
        ? `${said(fact.name, fact.before)} → ${said(fact.name, fact.after)}`
        : said(fact.name, change === 'added' ? fact.after : fact.before)}
    </Text>
  ));
}
