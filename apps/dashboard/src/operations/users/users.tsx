import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { cursorIn, useFilters } from '#kit/filters.ts';
import { Link } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { SearchField } from '#kit/search-field.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { InviteSomebody } from '#users/invite.tsx';
import { UserList } from '#users/user-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Found = AnswerTo<'GET /panel/v1/operator/users'>['users'][number];

/** Everybody who signs in to the platform. */
export function OperatedUsers() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const [isInviting, setInviting] = useState(false);
  const { q, rol, activo } = filters;
  const active = activo === 'true' || activo === 'false' ? activo : undefined;
  const query = useAnswer(
    'GET /panel/v1/operator/users',
    {
      query: {
        ...(q && { q }),
        ...(isRole(rol) && { role: rol }),
        ...(active && { active }),
        ...cursorIn(filters),
      },
    },
    { keepsPrevious: true },
  );
  const invite = (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={invite} />
      <UserFilters />
      <Answered query={query} waiting={<Waiting lines={8} height={36} />}>
        {({ users, older, newer }) => (
          <>
            <UserList
              users={users}
              more={[{ key: 'corporation', label: words.corporation, width: '24%', render: (user) => <Of user={user} /> }]}
              none={
                <NoRows>
                  <Empty icon={IconSearch} title={words.none}>
                    {words.noneHint}
                  </Empty>
                </NoRows>
              }
            />
            <Pager older={older} newer={newer} />
          </>
        )}
      </Answered>
      {isInviting && <InviteOperator onClose={() => setInviting(false)} />}
    </>
  );
}

function Of({ user: { corporationId, corporationName } }: { user: Found }) {
  const words = useWords({ es, en });
  if (corporationId === null) {
    return (
      <Text size="sm" c="dimmed">
        {words.platform}
      </Text>
    );
  }
  return (
    <Link to="/operador/corporaciones/$corporationId" params={{ corporationId }} size="sm">
      {corporationName}
    </Link>
  );
}

function InviteOperator({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en });
  const create = useAct('POST /panel/v1/operator/users', { changes: ['GET /panel/v1/operator/users'] });
  return (
    <InviteSomebody
      title={words.invite}
      act={create}
      onInvite={({ name, email }) => create.mutate({ body: { name, email } })}
      onClose={onClose}
    />
  );
}

const roles = ['admin', 'analyst', 'member', 'operator'] as const;

const isRole = (text: string | undefined): text is (typeof roles)[number] => roles.some((role) => role === text);

function UserFilters() {
  const words = useWords({ es, en });
  const {
    filters: { rol, activo },
    change,
  } = useFilters();
  return (
    <Group mb="md" gap="sm">
      <SearchField label={words.search} flex="1 1 240px" maw={420} />
      <NativeSelect
        aria-label={words.role}
        w={190}
        value={rol ?? ''}
        onChange={({ currentTarget: { value } }) => change({ rol: value || undefined })}
        data={[{ value: '', label: words.everyRole }, ...roles.map((value) => ({ value, label: words.roles[value] }))]}
      />
      <SegmentedControl
        aria-label={words.status}
        value={activo ?? ''}
        onChange={(chosen) => change({ activo: chosen || undefined })}
        data={[
          { value: '', label: words.everybody },
          { value: 'true', label: words.active },
          { value: 'false', label: words.deactivated },
        ]}
      />
    </Group>
  );
}
