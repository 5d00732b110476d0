import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconEqual, IconLoader2, IconPlugConnectedX } from '@tabler/icons-react';
import { DataList } from '#kit/data-list.tsx';
import { OneLine } from '#kit/line-list.tsx';
import { Link } from '#kit/link.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { type Asked, isOnlyQuery, reasonOf, stateOf } from './results.ts';
import type { Item, Kind } from './use-loads.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** More rows would hold up the page each time that one of the requests of a long list is read. */
const mostShown = 500;

/** The documents of a load, those that need attention first. Its file has all of them. */
export function ItemList({ load, items }: { load: Asked; items: Item[] }) {
  const words = useWords({ es, en });
  const inOrder = items.toSorted((a, b) => rank(a, load) - rank(b, load) || (a.taxId < b.taxId ? -1 : 1));
  const list = (
    <DataList
      label={words.documentsOfLoad}
      rows={inOrder.slice(0, mostShown)}
      keyOf={({ docType, taxId }) => `${docType} ${taxId}`}
      line={(item) => (
        <OneLine title={<DocumentOf item={item} />} more={reasonOf(item, load, words)}>
          <ItemState item={item} kind={load.kind} />
        </OneLine>
      )}
      columns={[
        { key: 'document', label: words.document, width: 220, render: (item) => <DocumentOf item={item} /> },
        { key: 'state', label: words.state, width: 190, render: (item) => <ItemState item={item} kind={load.kind} /> },
        {
          key: 'reason',
          label: words.detail,
          render: (item) => reasonOf(item, load, words),
        },
      ]}
    />
  );
  if (items.length <= mostShown) return list;
  return (
    <Stack gap="xs">
      <Text size="sm">{words.firstItems(mostShown, items.length)}</Text>
      {list}
    </Stack>
  );
}

const looks = {
  loaded: { tone: 'good', icon: IconCheck },
  partial: { tone: 'watch', icon: IconPlugConnectedX },
  skipped: { tone: 'quiet', icon: IconEqual },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;

function DocumentOf({ item: { docType, taxId, state, access } }: { item: Item }) {
  return (
    <Group gap="0 6px" style={{ whiteSpace: 'nowrap' }}>
      {docType && (
        <Text size="sm" c="dimmed" span>
          {docType}
        </Text>
      )}
      {docType && (state === 'loaded' || access === 'active' || access === 'pending') ? (
        <Link to="/perfiles/$docType/$taxId" params={{ docType, taxId }} fw={600}>
          {taxId}
        </Link>
      ) : (
        <Text size="sm" fw={600} span>
          {taxId}
        </Text>
      )}
    </Group>
  );
}

const rank = (item: Item, load: Asked) => {
  const { state, estado, access } = item;
  if (state === 'failed') return 0;
  if ((state === 'loaded' && access === 'expired') || isOnlyQuery(item, load)) return 1;
  if (state === 'loading') return 2;
  return state === 'loaded' && estado === 'partial' ? 3 : 4;
};

function ItemState({ item, kind }: { item: Item; kind: Kind }) {
  const words = useWords({ es, en });
  const { state, estado, done, of } = item;
  if (state === 'loading') {
    return (
      <StatusBadge tone="info" icon={IconLoader2}>
        {words.itemLoading(done, of)}
      </StatusBadge>
    );
  }
  const { tone, icon } = state === 'loaded' && estado === 'partial' ? looks.partial : looks[state];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {stateOf(item, kind, words)}
    </StatusBadge>
  );
}
