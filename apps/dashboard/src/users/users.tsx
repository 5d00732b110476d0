import { Button, Group, Paper, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconMailForward, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { When } from '#kit/when.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { useSession } from '#session/session.ts';
import { UserActs } from './acts.tsx';
import { Invite } from './invite.tsx';
import type { Role, User } from './roles.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Users() {
  const words = useWords({ es, en });
  return (
    <OnlyWhoCan act="users" title={words.title} refusal={words.onlyAdmins}>
      <Manage />
    </OnlyWhoCan>
  );
}

function Manage() {
  const words = useWords({ es, en });
  const [isInviting, setInviting] = useState(false);
  const query = useAnswer('GET /panel/v1/users', {});
  const invite = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={invite} />
      <Answered query={query}>{({ users }) => <List users={users} />}</Answered>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </>
  );
}

function List({ users }: { users: User[] }) {
  const words = useWords({ es, en });
  const { user: self } = useSession();
  return (
    <Paper p={0}>
      <DataList
        label={words.list}
        rows={users}
        keyOf={({ userId }) => userId}
        columns={[
          {
            key: 'name',
            label: words.user,
            render: ({ userId, name, email }) => (
              <div>
                <Group gap={6}>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  {userId === self.userId && <StatusBadge tone="info">{words.you}</StatusBadge>}
                </Group>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {email}
                </Text>
              </div>
            ),
          },
          { key: 'role', label: words.role, width: 160, render: ({ role }) => words.roles[role as Role] },
          { key: 'status', label: words.status, width: 170, render: (user) => <Status user={user} /> },
          {
            key: 'seen',
            label: words.lastSeen,
            width: 170,
            render: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} /> : words.never),
          },
          {
            key: 'acts',
            label: words.actions,
            width: 110,
            align: 'right',
            render: (user) => <UserActs user={user} isSelf={user.userId === self.userId} />,
          },
        ]}
      />
    </Paper>
  );
}

function Status({ user: { active, hasPassword } }: { user: User }) {
  const words = useWords({ es, en });
  if (!active) {
    return (
      <StatusBadge tone="quiet" icon={IconCircleOff}>
        {words.deactivated}
      </StatusBadge>
    );
  }
  if (hasPassword === false) {
    return (
      <StatusBadge tone="watch" icon={IconMailForward}>
        {words.invited}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="good" icon={IconCircleCheck}>
      {words.active}
    </StatusBadge>
  );
}
