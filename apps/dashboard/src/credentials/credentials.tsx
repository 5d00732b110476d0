import { Button, Group, Paper, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { DataList } from '#kit/data-list.tsx';
import { When } from '#kit/when.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { type Credential, CredentialActs } from './acts.tsx';
import { CreateCredential } from './create.tsx';
import { QuickStart } from './quick-start.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Credentials() {
  const words = useWords({ es, en });
  return (
    <OnlyWhoCan act="credentials" title={words.title} refusal={words.onlyAdmins}>
      <Manage />
    </OnlyWhoCan>
  );
}

function Manage() {
  const words = useWords({ es, en });
  const [isCreating, setCreating] = useState(false);
  const query = useAnswer('GET /panel/v1/credentials', {});
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={create} />
      <Answered query={query}>
        {({ credentials }) => (
          <>
            {credentials.length === 0 ? (
              <Empty icon={IconKey} title={words.none}>
                {words.noneMore}
              </Empty>
            ) : (
              <List credentials={credentials} />
            )}
            <QuickStart accessKey={credentials.find(({ status }) => status === 'active')?.accessKey} />
          </>
        )}
      </Answered>
      {isCreating && <CreateCredential onClose={() => setCreating(false)} />}
    </>
  );
}

function List({ credentials }: { credentials: Credential[] }) {
  const words = useWords({ es, en });
  return (
    <Paper p={0}>
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
              <Text size="sm" span>
                <When at={createdAt} /> {words.createdBy(createdBy ?? words.byOperator)}
              </Text>
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
          { key: 'acts', label: words.actions, width: 110, align: 'right', render: (one) => <CredentialActs credential={one} /> },
        ]}
      />
    </Paper>
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
        <Text size="xs" c="dimmed" ff="monospace" truncate>
          {accessKey}
        </Text>
        <Copy text={accessKey} what={words.accessKey} />
      </Group>
    </div>
  );
}
