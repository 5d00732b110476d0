import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { VersionProblem } from '@vigia/contracts';
import { useState } from 'react';
import { type Column, DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { OneLine } from '#kit/line-list.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { TechnicalDetail } from '#kit/technical-detail.tsx';
import { day, month } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { count } from '#language/money.ts';
import type { Tone } from '#theme/colours.ts';
import { AskedAct } from './asked-act.tsx';
import { type Dataset, hasParts, type Version } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const tones: Partial<Record<Version['state'], Tone>> = {
  current: 'good',
  refused: 'bad',
  failed: 'bad',
  superseded: 'quiet',
  pruned: 'quiet',
};

/** The outcome of each version, and the possible actions on those in force. */
export function VersionList({ dataset, versions }: { dataset: Dataset; versions: Version[] }) {
  const words = useWords({ es, en });
  const nameOf = useNameOf(dataset);
  const originOf = useOriginOf();
  const acts: Column<Version> = {
    key: 'acts',
    isActs: true,
    label: words.actions,
    width: 92,
    align: 'right',
    render: (row) => <PartActs dataset={dataset} row={row} />,
  };
  return (
    <DataList
      label={words.versions}
      rows={versions}
      keyOf={({ version }) => String(version)}
      line={(row) => (
        <OneLine title={nameOf(row)} more={[instant(row.requestedAt), originOf(row)].join(' · ')}>
          <State row={row} />
        </OneLine>
      )}
      columns={[
        { key: 'version', label: words.version, render: (row) => <Name name={nameOf(row)} origin={originOf(row)} /> },
        { key: 'state', label: words.state, width: 220, render: (row) => <Outcome row={row} /> },
        { key: 'imported', label: words.imported, width: 160, render: ({ endedAt }) => endedAt && instant(endedAt) },
        { key: 'rows', label: words.rows, width: 110, align: 'right', render: ({ rows }) => count(rows) },
        { key: 'changes', label: words.changes, width: 190, render: (row) => <ChangesOf row={row} /> },
        { key: 'rejected', label: words.rejected, width: 120, align: 'right', render: (row) => <RejectedOf row={row} /> },
        ...(hasParts(dataset) ? [acts] : []),
      ]}
    />
  );
}

function usePartName({ kind }: Dataset): (part: string) => string {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  return (part) => (kind === 'trade' ? words.weekOf(day(part)) : month(part, language));
}

function useNameOf(dataset: Dataset): (version: Version) => string {
  const words = useWords({ es, en });
  const partName = usePartName(dataset);
  return ({ part, publishedOn, version }) =>
    [part && partName(part), publishedOn && day(publishedOn), words.number(version)].filter(Boolean).join(' · ');
}

/** Weeks and months are rolled back one by one. */
function PartActs({ dataset, row: { version, state, part, previous } }: { dataset: Dataset; row: Version }) {
  const words = useWords({ es, en });
  const partName = usePartName(dataset);
  const [isAsked, ask] = useState(false);
  const isInForce = state === 'current';
  // What was asked about a version says so itself if that is no longer in force.
  if (part === null || previous === null || !(isInForce || isAsked)) return null;
  const name = partName(part);
  return (
    <>
      {isInForce && (
        <ActionIcon variant="default" size={32} aria-label={words.titles.rollback(name)} onClick={() => ask(true)}>
          <IconArrowBackUp size={16} aria-hidden />
        </ActionIcon>
      )}
      {isAsked && (
        <AskedAct
          act="rollback"
          dataset={dataset}
          meaning={words.rollbackOfPart(name)}
          part={{ day: part, name, version, isInForce }}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

/** Which file it is, who asked for it, and why it was accepted. */
function useOriginOf(): (version: Version) => string {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  return ({ sha256, requestedBy, acceptReason }) =>
    [
      sha256?.slice(0, 8),
      words.by(requestedBy === 'schedule' ? words.schedule : ledger.author(requestedBy)),
      acceptReason && words.accepted(acceptReason),
    ]
      .filter(Boolean)
      .join(' · ');
}

function Name({ name, origin }: { name: string; origin: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {origin}
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

/** Why it was not accepted, in words, and on demand in the importer's words. */
function Outcome({ row }: { row: Version }) {
  const words = useWords({ es, en });
  return (
    <Stack gap={4} align="flex-start">
      <State row={row} />
      {row.problems.map(({ code, detail }) => (
        <div key={`${code} ${detail}`}>
          <Text size="xs">{words.problems[code as VersionProblem] ?? code}</Text>
          <TechnicalDetail text={detail} />
        </div>
      ))}
      {row.state === 'failed' && <Text size="xs">{words.failed}</Text>}
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
      onClick={() => change({ version: String(version), ver: 'cambios', desde: undefined, motivo: undefined })}
    >
      {words.changed(added ?? 0, removed ?? 0, changed ?? 0)}
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
        onClick={() => change({ version: String(version), ver: 'rechazos', desde: undefined, motivo: undefined })}
      >
        {count(rejected)}
      </Anchor>
    </Group>
  );
}
