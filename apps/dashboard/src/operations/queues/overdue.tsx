import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconClockExclamation, IconZoomQuestion } from '@tabler/icons-react';
import { mostOverdueCounted } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { DataList } from '#kit/data-list.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Kind = AnswerTo<'GET /panel/v1/operator/queues'>['overdue'][number];
type Late = Kind & { rows: number };

const isLate = (kind: Kind): kind is Late => kind.rows !== null && kind.rows > 0;

/** While a new version is rolled out, a newer gateway may answer this page: a kind that the page does not know has only its own name. */
function wordsFor(kind: string, kinds: Partial<Record<string, { name: string; meaning: string }>>) {
  return kinds[kind] ?? { name: kind, meaning: null };
}

export function Overdue({ kinds }: { kinds: Kind[] }) {
  const words = useWords({ es, en });
  const late = kinds.filter(isLate).toSorted((one, other) => other.rows - one.rows);
  const namesWith = (number: number | null) =>
    kinds
      .filter(({ rows }) => rows === number)
      .map(({ kind }) => wordsFor(kind, words.kinds).name.toLowerCase())
      .join(', ');
  const [onTime, unknown] = [namesWith(0), namesWith(null)];
  return (
    <Paper component="section" p="lg" aria-label={words.overdue}>
      <Title order={2}>{words.overdue}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {words.overdueHint}
      </Text>
      {unknown && (
        <Group gap="xs" mb="sm">
          <StatusBadge tone="bad" icon={IconZoomQuestion}>
            {words.notCounted}
          </StatusBadge>
          <Text size="sm">{unknown}</Text>
        </Group>
      )}
      {late.length === 0 && !unknown ? (
        <Group gap="xs">
          <StatusBadge tone="good" icon={IconCheck}>
            {words.nothingOverdue}
          </StatusBadge>
          <Text size="sm" c="dimmed">
            {words.nothingOverdueHint(kinds.length)}
          </Text>
        </Group>
      ) : (
        <Stack gap="sm">
          {late.length > 0 && (
            <DataList
              label={words.overdue}
              rows={late}
              keyOf={({ kind }) => kind}
              columns={[
                { key: 'kind', label: words.kind, render: (row) => <Name row={row} /> },
                { key: 'oldest', label: words.oldest, width: 200, render: ({ oldestAt }) => oldestAt && <When at={oldestAt} /> },
                {
                  key: 'rows',
                  label: words.rows,
                  width: 130,
                  align: 'right',
                  render: ({ rows }) => (
                    <StatusBadge tone="bad" icon={IconClockExclamation}>
                      {rows === mostOverdueCounted ? words.orMore(count(rows)) : count(rows)}
                    </StatusBadge>
                  ),
                },
              ]}
            />
          )}
          {onTime && (
            <Text size="sm" c="dimmed">
              {words.onTime(onTime)}
            </Text>
          )}
        </Stack>
      )}
    </Paper>
  );
}

function Name({ row: { kind } }: { row: Late }) {
  const { name, meaning } = wordsFor(kind, useWords({ es, en }).kinds);
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {meaning}
      </Text>
    </Stack>
  );
}
