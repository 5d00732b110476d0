import { Code, Group, Paper, Text, Title } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { Copy } from '#kit/copy.tsx';
import { DataList } from '#kit/data-list.tsx';
import { When } from '#kit/when.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Message = NonNullable<AnswerTo<'GET /panel/v1/operator/queues'>['refused']>[number];

export function RefusedMessages({ messages }: { messages: Message[] }) {
  const words = useWords({ es, en });
  return (
    <Paper component="section" p="lg" aria-label={words.refused}>
      <Title order={2}>{words.refused}</Title>
      {messages.length === 0 ? (
        <Text size="sm" mt="xs">
          {words.noRefused}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md" maw={760}>
            {words.refusedHint}
          </Text>
          <DataList
            label={words.refused}
            rows={messages.map((message, place) => ({ ...message, place: String(place) }))}
            keyOf={({ place, refusedAt }) => `${refusedAt} ${place}`}
            columns={[
              { key: 'message', label: words.message, width: '24%', render: (row) => <Name row={row} /> },
              { key: 'at', label: words.at, width: 150, render: ({ refusedAt }) => <When at={refusedAt} /> },
              { key: 'reason', label: words.reason, render: ({ reason }) => <Text size="sm">{reason}</Text> },
              { key: 'correlation', label: words.correlation, width: 170, render: (row) => <Correlation row={row} /> },
            ]}
          />
        </>
      )}
    </Paper>
  );
}

function Name({ row: { name, queue } }: { row: Message }) {
  return (
    <div>
      <Text size="sm" fw={600} ff="monospace">
        {name}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {queue}
      </Text>
    </div>
  );
}

function Correlation({ row: { correlationId } }: { row: Message }) {
  const words = useWords({ es, en });
  if (correlationId === null) return words.none;
  return (
    <Group gap={2} wrap="nowrap">
      <Code>{correlationId.slice(0, 12)}</Code>
      <Copy text={correlationId} what={words.correlationOf} />
    </Group>
  );
}
