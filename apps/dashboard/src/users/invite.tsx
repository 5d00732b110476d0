import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Dialog } from '#kit/dialog.tsx';
import { NameForm } from '#kit/name-form.tsx';
import { SecretOnce } from '#kit/secret-once.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './user.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Invites somebody to the user's own corporation. */
export function Invite({ onClose }: { onClose: () => void }) {
  const create = useAct('POST /panel/v1/users', { changes: ['GET /panel/v1/users'] });
  return <InviteSomebody role="member" act={create} onInvite={(body) => create.mutate({ body })} onClose={onClose} />;
}

interface Invited {
  name: string;
  email: string;
  role: Role;
}

interface Props {
  /** The suggested role; without a choice none is asked for. */
  role?: Role;
  title?: string;
  act: { data: AnswerTo<'POST /panel/v1/users'> | undefined; isPending: boolean; error: Error | null };
  onInvite: (invited: Invited) => void;
  onClose: () => void;
}

export function InviteSomebody({ role: proposed, title: given, act, onInvite, onClose }: Props) {
  const words = useWords({ es, en });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(proposed ?? 'member');
  const title = given ?? words.invite;
  const made = act.data;
  return (
    <Dialog onClose={onClose} title={made ? words.linkTitle : title} isBinding={Boolean(made) || act.isPending}>
      {made ? (
        <Invitation {...made} onKept={onClose} />
      ) : (
        <NameForm
          label={words.name}
          maxLength={200}
          submit={title}
          act={act}
          onSubmit={(name) => onInvite({ name, email: email.trim(), role })}
        >
          <TextInput
            label={words.email}
            type="email"
            required
            withAsterisk={false}
            autoComplete="off"
            value={email}
            onChange={({ currentTarget: { value } }) => setEmail(value)}
          />
          {proposed && <RoleChoice value={role} onChange={setRole} />}
        </NameForm>
      )}
    </Dialog>
  );
}

/** The token follows the `#`: a browser sends that part to no server. */
export function Invitation({ user, passwordLink, onKept }: AnswerTo<'POST /panel/v1/users'> & { onKept: () => void }) {
  const words = useWords({ es, en });
  return (
    <Stack>
      <Text size="sm">{words.linkMore(user.name, instant(passwordLink.expiresAt))}</Text>
      <SecretOnce name={words.link} secret={`${window.location.origin}/contrasena#${passwordLink.token}`} onKept={onKept} />
    </Stack>
  );
}
