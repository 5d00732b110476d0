import { Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type DocType, type Section, sections } from '@vigia/contracts';
import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { call } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { ActButton } from '#kit/act-button.tsx';
import { DataList, type Column } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { PartPrinted } from '#kit/pager.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { useLanguage } from '#language/language.tsx';
import { instant } from '#language/instant.ts';
import { sectionNames, sourceName } from '#language/sources.ts';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { fieldName, readable } from './readable.ts';

const key = 'GET /panel/v1/profiles/:docType/:taxId/history';
type Page = AnswerTo<typeof key>;
type Change = Page['cambios'][number];

function useChanges(params: { docType: DocType; taxId: string }, seccion: Section | undefined) {
  return useInfiniteQuery<Page, Refusal, { pages: Page[] }, unknown[], string | undefined>({
    queryKey: [key, { params, query: { seccion } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(key, { params, query: { ...(seccion && { seccion }), ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ siguiente }) => siguiente ?? undefined,
  });
}

/** The changes of a profile, newest first. */
export function Changes({ params }: { params: { docType: DocType; taxId: string } }) {
  const words = useProfileWords();
  const { language } = useLanguage();
  const { filters, change } = useFilters();
  const section = sections.find((one) => one === filters.seccion);
  const query = useChanges(params, section);
  return (
    <Stack>
      <NativeSelect
        className="not-printed"
        label={words.section}
        maw={280}
        value={section ?? ''}
        data={[{ value: '', label: words.everySection }, ...sections.map((value) => ({ value, label: sectionNames[language][value] }))]}
        onChange={({ currentTarget: { value } }) => change({ seccion: value || undefined })}
      />
      <Text className="only-printed" fw={600}>
        {words.section}: {section ? sectionNames[language][section] : words.everySection}
      </Text>
      <Answered query={query} waiting={<Waiting lines={8} />} saysBelow={query.isFetchingNextPage || query.isFetchNextPageError}>
        {({ pages }) =>
          pages.every(({ cambios }) => cambios.length === 0) ? (
            <Empty icon={IconHistory} title={section ? words.changes.noneInSection : words.changes.none}>
              {words.changes.noneMore}
            </Empty>
          ) : (
            <List rows={pages.flatMap(({ cambios }) => cambios)} />
          )
        }
      </Answered>
      {query.hasNextPage && (
        <>
          <PartPrinted />
          <Group ref={passesFocusOn} justify="center" className="not-printed">
            <ActButton variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {words.changes.more}
            </ActButton>
          </Group>
        </>
      )}
    </Stack>
  );
}

function List({ rows }: { rows: Change[] }) {
  const words = useProfileWords();
  const { language } = useLanguage();
  const columns: [Column<Change>, ...Column<Change>[]] = [
    { key: 'when', label: words.changes.when, width: 150, render: ({ fecha }) => instant(fecha) },
    { key: 'section', label: words.section, width: 150, render: ({ seccion }) => sectionNames[language][seccion as Section] },
    { key: 'field', label: words.changes.field, width: '26%', render: ({ campo }) => fieldName(campo) },
    { key: 'change', label: `${words.changes.before} → ${words.changes.after}`, render: (row) => <BeforeAfter change={row} /> },
    {
      key: 'source',
      label: words.changes.source,
      width: 150,
      render: ({ fuente }) => (fuente === null ? words.changes.computed : sourceName(fuente, language)),
    },
  ];
  return (
    <Paper p={{ base: 0, sm: 'xs' }} withBorder>
      <DataList
        label={words.tabs.cambios}
        columns={columns}
        rows={rows}
        keyOf={({ fecha, seccion, campo }) => `${fecha} ${seccion} ${campo}`}
      />
    </Paper>
  );
}

function BeforeAfter({ change: { campo, antes, despues } }: { change: Change }) {
  const { became } = useProfileWords().changes;
  const { language } = useLanguage();
  return (
    <Group gap={6} align="baseline">
      <Text size="sm" c="dimmed" span>
        {readable(campo, antes, language)}
      </Text>
      <IconArrowRight size={14} aria-label={became} style={{ alignSelf: 'center' }} />
      <Text size="sm" fw={600} span>
        {readable(campo, despues, language)}
      </Text>
    </Group>
  );
}
