import { Stack } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { Depths } from './depths.tsx';
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
            <Depths queues={queues} />
            <RefusedMessages messages={refused} />
          </Stack>
        )}
      </Answered>
    </>
  );
}
