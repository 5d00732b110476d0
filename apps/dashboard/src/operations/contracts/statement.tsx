import { Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { ActButton } from '#kit/act-button.tsx';
import { DataList } from '#kit/data-list.tsx';
import { OneLine } from '#kit/line-list.tsx';
import { Link } from '#kit/link.tsx';
import { PageHeader, passesFocusOn } from '#kit/page-header.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { count, signed } from '#language/money.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const key = 'GET /panel/v1/operator/corporations/:corporationId/contracts/:contractId/statement';
type Page = AnswerTo<typeof key>;
/** A line with its effect on the available months. */
type Line = Page['lines'][number] & { moved: number };

export function Statement() {
  const words = useWords({ es, en });
  const params = useParams({ strict: false }) as { corporationId: string; contractId: string };
  const { corporationId, contractId } = params;
  const query = useInfiniteQuery<Page, Refusal>({
    queryKey: [key, { params: { corporationId, contractId } }],
    queryFn: ({ pageParam, signal }) =>
      call(key, { params: { corporationId, contractId }, query: pageParam as Record<string, string> }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ more, lines, upToSeq }) => (more ? { afterSeq: String(lines.at(-1)?.seq), upToSeq: String(upToSeq) } : undefined),
  });
  return (
    <>
      <Link to="/operador/corporaciones/$corporationId" params={{ corporationId }} state size="sm">
        {words.contracts}
      </Link>
      <PageHeader
        title={words.statementTitle}
        facts={
          <Text size="xs" c="dimmed" ff="monospace">
            {contractId}
          </Text>
        }
      />
      <Answered
        query={query}
        waiting={<Waiting lines={10} height={32} />}
        saysBelow={query.isFetchingNextPage || query.isFetchNextPageError}
      >
        {({ pages }) => {
          const lines = pages.flatMap(linesOf);
          return lines.length === 0 ? <Empty icon={IconFileText} title={words.noLines} /> : <Lines lines={lines} />;
        }}
      </Answered>
      {query.hasNextPage && (
        <Group ref={passesFocusOn} justify="center" mt="md">
          <ActButton variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {words.more}
          </ActButton>
        </Group>
      )}
    </>
  );
}

/** Each line begins where the previous one ended. */
function linesOf({ opening, lines }: Page): Line[] {
  return lines.map((line, place) => ({ ...line, moved: line.after.available - (lines[place - 1]?.after ?? opening).available }));
}

function Lines({ lines }: { lines: Line[] }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  return (
    <DataList
      label={words.statementTitle}
      rows={lines}
      keyOf={({ seq }) => String(seq)}
      line={({ kind, enteredAt, moved, after }) => (
        <OneLine title={ledger.entry(kind)} more={instant(enteredAt)} below={count(after.available)}>
          {signed(moved)}
        </OneLine>
      )}
      columns={[
        { key: 'at', label: words.at, width: 150, render: ({ enteredAt }) => instant(enteredAt) },
        {
          key: 'line',
          label: words.line,
          width: 140,
          render: ({ kind }) => (
            <Text size="sm" fw={600}>
              {ledger.entry(kind)}
            </Text>
          ),
        },
        { key: 'cause', label: words.cause, render: (row) => <Cause row={row} /> },
        { key: 'moved', label: words.moved, width: 100, align: 'right', render: ({ moved }) => signed(moved) },
        { key: 'balance', label: words.balance, width: 120, align: 'right', render: ({ after }) => count(after.available) },
        { key: 'consumed', label: words.consumed, width: 120, align: 'right', render: ({ after }) => count(after.consumed) },
      ]}
    />
  );
}

/** Without a document: operators see no profiles. */
function Cause({ row: { actor, reason, profiles } }: { row: Line }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  return (
    <Stack gap={0}>
      <Text size="sm">{ledger.author(actor)}</Text>
      <Text size="xs" c="dimmed">
        {[reason, profiles !== null && words.profiles(profiles)].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}
