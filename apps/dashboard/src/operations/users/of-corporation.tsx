import { Button, Group, Paper, Title } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { InviteSomebody } from '#users/invite.tsx';
import { UserList } from '#users/user-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The users of a corporation: an operator creates its first administrator, who creates the others. */
export function UsersOfCorporation({ corporationId }: { corporationId: string }) {
  const words = useWords({ es, en });
  const [isInviting, setInviting] = useState(false);
  const query = useAnswer('GET /panel/v1/operator/corporations/:corporationId/users', { params: { corporationId } });
  return (
    <Paper component="section" p="lg" aria-label={words.usersOf}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.usersOf}</Title>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setInviting(true)}>
          {words.inviteUser}
        </Button>
      </Group>
      <Answered query={query}>
        {({ users }) =>
          users.length === 0 ? (
            <Empty icon={IconUsers} title={words.noUsers}>
              {words.noUsersHint}
            </Empty>
          ) : (
            <UserList users={users} />
          )
        }
      </Answered>
      {isInviting && <Invite corporationId={corporationId} onClose={() => setInviting(false)} />}
    </Paper>
  );
}

function Invite({ corporationId, onClose }: { corporationId: string; onClose: () => void }) {
  const create = useAct('POST /panel/v1/operator/corporations/:corporationId/users', {
    changes: [
      'GET /panel/v1/operator/corporations/:corporationId/users',
      'GET /panel/v1/operator/corporations',
      'GET /panel/v1/operator/users',
    ],
  });
  return (
    <InviteSomebody role="admin" act={create} onInvite={(body) => create.mutate({ params: { corporationId }, body })} onClose={onClose} />
  );
}
