import { Anchor, Text, Tooltip } from '@mantine/core';
import { IconBan, IconCircleCheck, IconQuestionMark } from '@tabler/icons-react';
import { codeWords } from '#gateway/refusal-words.ts';
import { type Column, DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { OneLine } from '#kit/line-list.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { exactInstant, instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { detailText } from './detail-text.ts';
import type { Entry } from './entry.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export interface EntryListProps<E extends Entry> {
  entries: E[];
  /** Columns between the person and the outcome. */
  more?: Column<E>[];
  /**
   * The filter value for everything that a person did: the id of a colleague, `operator` for everybody else, unless the page asks by email.
   */
  whoIs?: (entry: E) => string;
}

export function EntryList<E extends Entry>({ entries, more = [], whoIs = ({ userId }) => userId ?? 'operator' }: EntryListProps<E>) {
  const words = useWords({ es, en });
  return (
    <DataList
      label={words.list}
      rows={entries}
      keyOf={({ at, action, subject }) => `${at} ${action} ${subject}`}
      line={(entry) => (
        <OneLine title={<What entry={entry} />} more={`${nameOf(entry, words.operator)} · ${instant(entry.at)}`}>
          <Outcome entry={entry} />
        </OneLine>
      )}
      columns={[
        { key: 'what', label: words.what, render: (entry) => <What entry={entry} /> },
        { key: 'who', label: words.who, width: 250, render: (entry) => <Who entry={entry} who={whoIs(entry)} /> },
        ...more,
        { key: 'outcome', label: words.outcome, width: 160, render: (entry) => <Outcome entry={entry} /> },
        { key: 'at', label: words.at, width: 180, render: ({ at }) => <time dateTime={at}>{exactInstant(at)}</time> },
      ]}
    />
  );
}

const nameOf = ({ actor }: Entry, operator: string) => (actor === 'operator' ? operator : actor);

function What({ entry }: { entry: Entry }) {
  const words = useWords({ es, en });
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.actions[entry.action] ?? entry.action}
      </Text>
      <Subject entry={entry} />
    </div>
  );
}

function Who({ entry, who }: { entry: Entry; who: string }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        c="inherit"
        style={{ overflowWrap: 'anywhere' }}
        onClick={() => change({ who })}
      >
        {nameOf(entry, words.operator)}
      </Anchor>
      {entry.address && (
        <Text size="xs" c="dimmed">
          {entry.address}
        </Text>
      )}
    </div>
  );
}

/** The outcome, and the reason for a failure. */
function Outcome({ entry: { outcome, reason } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  if (outcome === 'done') {
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {words.done}
      </StatusBadge>
    );
  }
  const isRefused = outcome === 'refused';
  return (
    <div>
      <StatusBadge tone={isRefused ? 'bad' : 'watch'} icon={isRefused ? IconBan : IconQuestionMark}>
        {isRefused ? words.refused : words.unknown}
      </StatusBadge>
      <Text size="xs" c="dimmed" mt={2}>
        {isRefused ? reason && (words.reasons[reason] ?? codeWords(reason, language)) : words.unknownMore}
      </Text>
    </div>
  );
}

/** The object of the act, by name if known, and the details. */
function Subject({ entry: { subject, subjectName, detail } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const { change } = useFilters();
  const given = detailText(detail, words, language);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {subject && (
        <Tooltip label={words.onlySubject}>
          <Anchor
            component="button"
            type="button"
            size="xs"
            ta="start"
            style={{ overflowWrap: 'anywhere' }}
            onClick={() => change({ subject })}
          >
            {subjectName ?? subject}
          </Anchor>
        </Tooltip>
      )}
      {subject && given && ' · '}
      {given}
    </Text>
  );
}
