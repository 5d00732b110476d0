import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { OneLine } from '#kit/line-list.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { TechnicalDetail } from '#kit/technical-detail.tsx';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { count } from '#language/money.ts';
import type { Tone } from '#theme/colours.ts';
import { Changes } from './changes.tsx';
import type { Version } from './dataset-state.ts';
import { MoreRows } from './more-rows.tsx';
import { Rejects } from './rejects.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 5_000;
const tones: Partial<Record<Version['state'], Tone>> = {
  current: 'good',
  refused: 'bad',
  failed: 'bad',
  superseded: 'quiet',
  pruned: 'quiet',
};

/** Fifty at a time, newest first. */
export function Versions({ dataset }: { dataset: string }) {
  const { version: shown, ver, antes } = useFilters().filters;
  const words = useWords({ es, en });
  const query = useAnswer(
    'GET /panel/v1/operator/datasets/:dataset/versions',
    { params: { dataset }, query: { ...(antes && { before: antes }) } },
    { keepsPrevious: true, refetchInterval: everyMs },
  );
  return (
    <section aria-label={words.versions}>
      <Title order={2} mb="sm">
        {words.versions}
      </Title>
      <Answered query={query}>
        {({ versions, more }) =>
          versions.length === 0 ? (
            <Empty icon={IconDatabaseOff} title={words.noVersions} />
          ) : (
            <>
              <List versions={versions} />
              <MoreRows filter="antes" after={more ? String(versions.at(-1)?.version) : undefined} />
              {versions
                .filter(({ version }) => String(version) === shown)
                .map(({ version, rejectedByReason }) => (
                  <Box key={version} mt="lg">
                    {ver === 'rechazos' ? (
                      <Rejects version={String(version)} reasons={rejectedByReason} />
                    ) : (
                      <Changes version={String(version)} />
                    )}
                  </Box>
                ))}
            </>
          )
        }
      </Answered>
    </section>
  );
}

function List({ versions }: { versions: Version[] }) {
  const words = useWords({ es, en });
  return (
    <DataList
      label={words.versions}
      rows={versions}
      keyOf={({ version }) => String(version)}
      line={(row) => (
        <OneLine title={nameOf(row)} more={instant(row.requestedAt)}>
          <State row={row} />
        </OneLine>
      )}
      columns={[
        { key: 'version', label: words.version, render: (row) => <Name row={row} /> },
        { key: 'state', label: words.state, width: 220, render: (row) => <Outcome row={row} /> },
        { key: 'imported', label: words.imported, width: 160, render: ({ endedAt }) => endedAt && instant(endedAt) },
        { key: 'rows', label: words.rows, width: 110, align: 'right', render: ({ rows }) => count(rows) },
        { key: 'changes', label: words.changes, width: 190, render: (row) => <ChangesOf row={row} /> },
        { key: 'rejected', label: words.rejected, width: 120, align: 'right', render: (row) => <RejectedOf row={row} /> },
      ]}
    />
  );
}

const nameOf = ({ version, publishedOn }: Version) => (publishedOn ? `${day(publishedOn)} · n.º ${version}` : `n.º ${version}`);

function Name({ row }: { row: Version }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {nameOf(row)}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[
          row.sha256?.slice(0, 8),
          words.by(row.requestedBy === 'schedule' ? words.schedule : ledger.author(row.requestedBy)),
          row.acceptReason && words.accepted(row.acceptReason),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}

function State({ row: { state, dryRun } }: { row: Version }) {
  const words = useWords({ es, en });
  return (
    <StatusBadge tone={tones[state] ?? 'info'}>
      {words.versionStates[state]}
      {dryRun && ` · ${words.dryRun}`}
    </StatusBadge>
  );
}

/** Why it was not taken, in words, and on demand as the importer says it. */
function Outcome({ row }: { row: Version }) {
  const words = useWords({ es, en });
  return (
    <Stack gap={4} align="flex-start">
      <State row={row} />
      {row.problems.map(({ code, detail }) => (
        <div key={`${code} ${detail}`}>
          <Text size="xs">{words.problems[code] ?? code}</Text>
          <TechnicalDetail text={detail} />
        </div>
      ))}
      {row.failure && <TechnicalDetail text={row.failure} />}
    </Stack>
  );
}

function ChangesOf({ row: { version, added, removed, changed } }: { row: Version }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  if (added === null && removed === null && changed === null) return words.noBase;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => change({ version: String(version), ver: 'cambios', desde: undefined })}
    >
      {words.changed(count(added ?? 0), count(removed ?? 0), count(changed ?? 0))}
    </Anchor>
  );
}

function RejectedOf({ row: { version, rejected } }: { row: Version }) {
  const { change } = useFilters();
  if (rejected === 0) return '0';
  return (
    <Group justify="flex-end">
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => change({ version: String(version), ver: 'rechazos', desde: undefined })}
      >
        {count(rejected)}
      </Anchor>
    </Group>
  );
}
