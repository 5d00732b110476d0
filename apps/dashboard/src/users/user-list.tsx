import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleOff, IconMailForward } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { type Column, DataList } from '#kit/data-list.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { When } from '#kit/when.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { type Act, UserAct, UserActs } from './acts.tsx';
import type { User } from './user.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props<U extends User> {
  users: U[];
  /** Between the user and the role. */
  more?: Column<U>[];
  /** In place of an empty list. What is shown once, such as a password link, outlives a list that becomes empty. */
  none?: ReactNode;
}

export function UserList<U extends User>({ users, more = [], none }: Props<U>) {
  const words = useWords({ es, en });
  const { user: self } = useSession();
  const [chosen, setChosen] = useState<{ user: User; act: Act }>();
  const list = (
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
        ...more,
        { key: 'role', label: words.role, width: 160, render: ({ role }) => words.roles[role] },
        { key: 'status', label: words.status, width: 170, render: (user) => <Status user={user} /> },
        {
          key: 'seen',
          label: words.lastSeen,
          width: 170,
          render: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} /> : words.never),
        },
        {
          key: 'acts',
          isActs: true,
          label: words.actions,
          width: 110,
          align: 'right',
          render: (user) => <UserActs user={user} isSelf={user.userId === self.userId} onAct={(act) => setChosen({ user, act })} />,
        },
      ]}
    />
  );
  return (
    <>
      {users.length === 0 && none ? none : list}
      {chosen && <UserAct {...chosen} onClose={() => setChosen(undefined)} />}
    </>
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
  if (!hasPassword) {
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
