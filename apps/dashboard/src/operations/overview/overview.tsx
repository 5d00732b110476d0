import { Box, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconCheck, IconClockExclamation, IconMailX, IconPlugConnectedX, IconZoomQuestion } from '@tabler/icons-react';
import { mostOverdueCounted } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { Link, type ScreenPath } from '#kit/link.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { useWords } from '#language/language.tsx';
import { DatasetsInNeed } from '#operations/datasets/in-need.tsx';
import { StateCounts } from '#operations/sources/state-counts.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 15_000;

/** What needs an operator's attention today, each with a link to its page. */
export function Overview() {
  const words = useWords({ es, en });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Part title={words.sources} to="/operador/fuentes" link={words.everySource}>
        <Sources />
      </Part>
      <Part title={words.work} to="/operador/colas" link={words.queues}>
        <Work />
      </Part>
      <Part title={words.data} to="/operador/datos" link={words.everyDataset}>
        <Datasets />
      </Part>
      <Part title={words.customers} to="/operador/corporaciones" link={words.corporations}>
        <Text size="sm">{words.customersMore}</Text>
      </Part>
      <Part title={words.done} to="/operador/actividad" link={words.activity}>
        <Text size="sm">{words.doneMore}</Text>
      </Part>
    </SimpleGrid>
  );
}

function Part({ title, to, link, children }: { title: string; to: ScreenPath; link: string; children: ReactNode }) {
  return (
    <Paper component="section" p="md" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Box mb="sm">{children}</Box>
      <Link to={to} size="sm">
        {link}
      </Link>
    </Paper>
  );
}

function Sources() {
  const query = useAnswer('GET /panel/v1/operator/sources', {}, { refetchInterval: everyMs });
  return (
    <Answered query={query} waiting={<Waiting lines={1} height={22} />}>
      {({ sources }) => <StateCounts sources={sources} />}
    </Answered>
  );
}

function Datasets() {
  const query = useAnswer('GET /panel/v1/operator/datasets', {}, { refetchInterval: everyMs });
  return (
    <Answered query={query} waiting={<Waiting lines={1} height={22} />}>
      {({ datasets, leftOver }) => <DatasetsInNeed datasets={datasets} leftOver={leftOver} />}
    </Answered>
  );
}

function Work() {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/operator/queues', {}, { refetchInterval: everyMs });
  return (
    <Answered query={query} waiting={<Waiting lines={1} height={22} />}>
      {({ overdue, refused }) => {
        const rows = overdue.reduce((sum, kind) => sum + (kind.rows ?? 0), 0);
        const isUnknown = overdue.some((kind) => kind.rows === null);
        const oldest = overdue.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted()[0];
        return (
          <Group gap="md">
            {!refused && (
              <StatusBadge tone="bad" icon={IconPlugConnectedX}>
                {words.brokerAway}
              </StatusBadge>
            )}
            {isUnknown && (
              <StatusBadge tone="bad" icon={IconZoomQuestion}>
                {words.notCounted}
              </StatusBadge>
            )}
            {rows === 0 && !isUnknown && !refused?.length && (
              <StatusBadge tone="good" icon={IconCheck}>
                {words.nothingLate}
              </StatusBadge>
            )}
            {rows > 0 && (
              <Group gap={6}>
                <StatusBadge tone="bad" icon={IconClockExclamation}>
                  {words.late(
                    rows,
                    overdue.some((kind) => kind.rows === mostOverdueCounted),
                  )}
                </StatusBadge>
                {oldest && <When at={oldest} />}
              </Group>
            )}
            {refused && refused.length > 0 && (
              <StatusBadge tone="watch" icon={IconMailX}>
                {words.refused(refused.length)}
              </StatusBadge>
            )}
          </Group>
        );
      }}
    </Answered>
  );
}
