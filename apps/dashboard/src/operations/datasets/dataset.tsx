import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendarX, IconDatabaseOff, IconPlayerPause } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { DatasetActs } from './acts.tsx';
import { type Dataset, isLeaving, isUnderWay, notTaken, pauseOf } from './dataset-state.ts';
import { Freshness } from './freshness.tsx';
import { Progress } from './progress.tsx';
import { Versions } from './versions.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 5_000;

/** One register or list: its versions, and for one of them what it changed and what it rejected. */
export function OneDataset() {
  const words = useWords({ es, en });
  const { dataset: name = '' } = useParams({ strict: false }) as { dataset?: string };
  const query = useAnswer('GET /panel/v1/operator/datasets', {}, { refetchInterval: everyMs });
  return (
    <>
      <Link to="/operador/datos" size="sm">
        {words.title}
      </Link>
      <Answered query={query} heading={<PageHeader title={words.title} />}>
        {({ datasets }) => {
          const found = datasets.find((one) => one.dataset === name);
          if (!found)
            return (
              <>
                <PageHeader title={words.title} />
                <Empty icon={IconDatabaseOff} title={words.unknown} />
              </>
            );
          const dataset = { ...found, ...words.told[name] };
          return (
            <>
              <Header dataset={dataset} />
              <Versions dataset={dataset} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function Header({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const { title, publisher, licence, cadence, address, dueAt, latest, missingWeek } = dataset;
  const facts = [publisher, words.cadences[cadence], licence, dueAt && words.due(instant(dueAt))].filter(Boolean);
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <Stack gap={4}>
            <Group gap="xs">
              <Freshness dataset={dataset} />
              <Text size="sm" c="dimmed">
                {facts.join(' · ')}
              </Text>
            </Group>
            {address && (
              <Anchor href={address} size="xs" target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Anchor>
            )}
            {latest && isUnderWay(latest) && <Progress version={latest} />}
          </Stack>
        }
        actions={<DatasetActs dataset={dataset} />}
      />
      {missingWeek && (
        <Alert color={isLeaving(dataset) ? 'bad' : 'watch'} icon={<IconCalendarX aria-hidden />} mb="md">
          {words.missingWeek(day(missingWeek.week), day(missingWeek.leavesOn))}
        </Alert>
      )}
      <NotTaken dataset={dataset} />
      <Paused dataset={dataset} />
    </>
  );
}

function Paused({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const pause = pauseOf(dataset);
  if (!pause) return null;
  const { since, cause, reason } = pause;
  const told = dataset.current ? words.pausedSince : words.nonePausedSince;
  return (
    <Alert color="info" icon={<IconPlayerPause aria-hidden />} mb="md">
      {told(instant(since), cause ? words.pauseCauses[cause](reason) : reason)}
    </Alert>
  );
}

/** The latest version was refused or failed: shown with the version that stays in force. */
function NotTaken({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const state = notTaken(dataset);
  if (!state) return null;
  const publishedOn = dataset.current?.publishedOn;
  return (
    <Alert color="watch" icon={<IconAlertTriangle aria-hidden />} mb="md">
      {words.notTaken[state](publishedOn ? words.stillInForce(day(publishedOn)) : words.noneInForce)}
    </Alert>
  );
}
