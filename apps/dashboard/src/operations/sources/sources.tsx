import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { OneLine } from '#kit/line-list.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { count, percent } from '#language/money.ts';
import { sourceName } from '#language/sources.ts';
import { PauseSource } from './pause-source.tsx';
import { byAttention, stateLooks, stateOf, type Source } from './source-state.ts';
import { StateCounts } from './state-counts.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 15_000;

export function Sources() {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/operator/sources', {}, { refetchInterval: everyMs });
  return (
    <>
      <PageHeader title={words.title} description={`${words.description} ${words.updated}`} />
      <Answered query={query} waiting={<Waiting lines={12} height={32} />}>
        {({ sources }) => (
          <>
            <StateCounts sources={sources} mb="md" />
            <SourceTable sources={byAttention(sources)} />
          </>
        )}
      </Answered>
    </>
  );
}

function SourceTable({ sources }: { sources: Source[] }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const inShort = ({ hour, pause }: Source) =>
    pause
      ? words.pausedSince(instant(pause.since), pause.reason)
      : hour.asked === 0
        ? words.unasked
        : words.inShort(hour.asked, percent((100 * hour.failed) / hour.asked));
  const [chosen, setChosen] = useState<Source>();
  return (
    <>
      <DataList
        label={words.list}
        rows={sources}
        keyOf={({ source }) => source}
        line={(row) => (
          <OneLine title={sourceName(row.source, language)} more={inShort(row)}>
            <State row={row} />
          </OneLine>
        )}
        columns={[
          { key: 'source', label: words.source, width: '18%', render: (row) => <Name row={row} /> },
          { key: 'state', label: words.state, width: 146, render: (row) => <State row={row} /> },
          {
            key: 'last',
            label: words.lastAnswer,
            width: 148,
            render: ({ lastAnswerAt }) => (lastAnswerAt ? <When at={lastAnswerAt} /> : <Text size="sm">{words.never}</Text>),
          },
          { key: 'asked', label: words.asked, align: 'right', width: 90, render: ({ hour }) => count(hour.asked) },
          { key: 'failed', label: words.failed, align: 'right', render: (row) => <Failures row={row} /> },
          { key: 'time', label: words.time, align: 'right', width: 140, render: (row) => <Times row={row} /> },
          { key: 'circuits', label: words.circuits, align: 'right', width: 104, render: (row) => <Circuits row={row} /> },
          {
            key: 'queue',
            label: words.queue,
            align: 'right',
            width: 96,
            render: ({ waiting, active }) => (active > 0 ? words.waiting(count(waiting), count(active)) : count(waiting)),
          },
          {
            key: 'acts',
            isActs: true,
            label: <VisuallyHidden>{words.actions}</VisuallyHidden>,
            width: 104,
            align: 'right',
            render: (row) => {
              const name = sourceName(row.source, language);
              return (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setChosen(row)}
                  aria-label={row.pause ? words.resumeOf(name) : words.pauseOf(name)}
                >
                  {row.pause ? words.resume : words.pause}
                </Button>
              );
            },
          },
        ]}
      />
      {chosen && <PauseSource source={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function Name({ row: { source, pause } }: { row: Source }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {sourceName(source, language)}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {source}
      </Text>
      {pause && <Text size="xs">{words.pausedSince(instant(pause.since), pause.reason)}</Text>}
    </Stack>
  );
}

function State({ row }: { row: Source }) {
  const words = useWords({ es, en });
  const state = stateOf(row);
  return <StatusBadge {...stateLooks[state]}>{words.states[state]}</StatusBadge>;
}

function Failures({ row: { hour } }: { row: Source }) {
  const words = useWords({ es, en });
  if (hour.asked === 0) return words.noTime;
  if (hour.failed === 0) return '0';
  return (
    <Stack gap={0}>
      <span>{words.failedOf(percent((100 * hour.failed) / hour.asked), count(hour.failed))}</span>
      {hour.timedOut > 0 && (
        <Text size="xs" c="dimmed">
          {words.timedOut(count(hour.timedOut))}
        </Text>
      )}
    </Stack>
  );
}

function Times({ row: { hour } }: { row: Source }) {
  const words = useWords({ es, en });
  if (hour.p50Ms === null || hour.p95Ms === null) return words.noTime;
  return `${inTime(hour.p50Ms)} / ${inTime(hour.p95Ms)}`;
}

const inTime = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function Circuits({ row: { source, circuits } }: { row: Source }) {
  const words = useWords({ es, en });
  if (source === 'listas_compliance' && circuits.of === 0) return words.noNetwork;
  if (circuits.of === 0) return words.noReplica;
  return words.openOf(circuits.open, circuits.of);
}
