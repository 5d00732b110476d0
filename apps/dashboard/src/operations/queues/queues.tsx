import { Alert, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { Overdue } from './overdue.tsx';
import { RefusedMessages } from './refused-messages.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 10_000;

export function Queues() {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/operator/queues', {}, { refetchInterval: everyMs });
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Answered query={query} waiting={<Waiting lines={10} height={32} />}>
        {({ overdue, queues, refused }) => (
          <Stack gap="lg">
            <Overdue kinds={overdue} />
            {queues ? <Depths queues={queues} /> : <BrokerAway />}
            {refused && <RefusedMessages messages={refused} />}
          </Stack>
        )}
      </Answered>
    </>
  );
}

function BrokerAway() {
  const words = useWords({ es, en });
  return (
    <Alert color="bad" variant="light" icon={<IconPlugConnectedX aria-hidden />} title={words.brokerAway}>
      {words.brokerAwayMore}
    </Alert>
  );
}

type Depth = NonNullable<AnswerTo<'GET /panel/v1/operator/queues'>['queues']>[number];

const isBusy = ({ waiting, active }: Depth) => waiting + active > 0;

/** The queues with waiting or running work; the others on demand. */
function Depths({ queues }: { queues: Depth[] }) {
  const words = useWords({ es, en });
  const [all, setAll] = useState(false);
  const idle = queues.filter((queue) => !isBusy(queue));
  const shown = queues.filter((queue) => all || isBusy(queue)).toSorted((one, other) => other.waiting - one.waiting);
  return (
    <Paper component="section" p="lg" aria-label={words.queues}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.queues}</Title>
        {idle.length > 0 && (
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {words.idle(idle.length)}
            </Text>
            <Switch label={words.showIdle} checked={all} onChange={({ currentTarget: { checked } }) => setAll(checked)} />
          </Group>
        )}
      </Group>
      {shown.length === 0 ? (
        <Text size="sm">{words.allIdle}</Text>
      ) : (
        <DataList
          label={words.queues}
          rows={shown}
          keyOf={({ queue }) => queue}
          columns={[
            {
              key: 'queue',
              label: words.queue,
              render: ({ queue }) => (
                <Text size="sm" ff="monospace">
                  {queue}
                </Text>
              ),
            },
            { key: 'waiting', label: words.waiting, width: 130, align: 'right', render: ({ waiting }) => count(waiting) },
            { key: 'active', label: words.active, width: 130, align: 'right', render: ({ active }) => count(active) },
          ]}
        />
      )}
    </Paper>
  );
}
