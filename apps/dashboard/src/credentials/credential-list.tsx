import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { Copy } from '#kit/copy.tsx';
import { DataList } from '#kit/data-list.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { useWords } from '#language/language.tsx';
import { type Credential, CredentialActs } from './acts.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** `within`: the corporation that an operator is looking at. */
export function CredentialList({ credentials, within }: { credentials: Credential[]; within?: string }) {
  const words = useWords({ es, en });
  return (
    <DataList
      label={words.list}
      rows={credentials}
      keyOf={({ accessKey }) => accessKey}
      columns={[
        { key: 'name', label: words.name, render: (one) => <Named credential={one} /> },
        {
          key: 'created',
          label: words.created,
          width: 220,
          render: ({ createdAt, createdBy }) => (
            <div>
              <When at={createdAt} />
              <Text size="xs" c="dimmed">
                {words.createdBy(createdBy ?? words.byOperator)}
              </Text>
            </div>
          ),
        },
        {
          key: 'used',
          label: words.lastUsed,
          width: 160,
          render: ({ lastUsedAt }) => (lastUsedAt === null ? words.neverUsed : <When at={lastUsedAt} />),
        },
        {
          key: 'status',
          label: words.status,
          width: 120,
          render: ({ status }) =>
            status === 'active' ? (
              <StatusBadge tone="good" icon={IconCircleCheck}>
                {words.active}
              </StatusBadge>
            ) : (
              <StatusBadge tone="quiet" icon={IconCircleOff}>
                {words.revoked}
              </StatusBadge>
            ),
        },
        {
          key: 'acts',
          isActs: true,
          label: words.actions,
          width: 110,
          align: 'right',
          render: (one) => <CredentialActs credential={one} within={within} />,
        },
      ]}
    />
  );
}

function Named({ credential: { name, accessKey } }: { credential: Credential }) {
  const words = useWords({ es, en });
  return (
    <div>
      <Text size="sm" fw={600} c={name === null ? 'dimmed' : undefined}>
        {name ?? words.unnamed}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" ff="monospace">
          {accessKey}
        </Text>
        <Copy text={accessKey} what={words.accessKey} />
      </Group>
    </div>
  );
}
