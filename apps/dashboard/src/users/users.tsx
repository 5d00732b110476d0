import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { Invite } from './invite.tsx';
import { UserList } from './user-list.tsx';
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
      <Answered query={query}>{({ users }) => <UserList users={users} />}</Answered>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </>
  );
}
