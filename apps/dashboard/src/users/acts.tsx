import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Read } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Confirm, Dialog } from '#kit/dialog.tsx';
import { NameForm } from '#kit/name-form.tsx';
import { useWords } from '#language/language.tsx';
import { useCan } from '#session/session.ts';
import { Invitation } from './invite.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role, User } from './user.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const changes: Read[] = [
  'GET /panel/v1/users',
  'GET /panel/v1/operator/users',
  'GET /panel/v1/operator/corporations/:corporationId/users',
  'GET /panel/v1/operator/corporations',
];

/** An operator does to users of any corporation what an administrator does to those of their own. */
const resetBy = (isOperator: boolean) =>
  isOperator ? 'POST /panel/v1/operator/users/:userId/password-link' : 'POST /panel/v1/users/:userId/password-link';
const changeBy = (isOperator: boolean) => (isOperator ? 'PATCH /panel/v1/operator/users/:userId' : 'PATCH /panel/v1/users/:userId');

export type Act = 'edit' | 'reset' | 'active';

export function UserActs({ user, isSelf, onAct }: { user: User; isSelf: boolean; onAct: (act: Act) => void }) {
  const words = useWords({ es, en });
  const isOperator = useCan('operate');
  if (isOperator && isSelf) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="quiet" size={30} aria-label={words.actsOf(user.name)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isOperator && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAct('edit')}>
            {words.edit}
          </Menu.Item>
        )}
        {user.active && !isSelf && (
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAct('reset')}>
            {user.hasPassword ? words.reset : words.anotherLink}
          </Menu.Item>
        )}
        {!isSelf && (
          <Menu.Item
            color={user.active ? 'bad' : undefined}
            leftSection={user.active ? <IconUserOff size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />}
            onClick={() => onAct('active')}
          >
            {user.active ? words.deactivate : words.reactivate}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const dialogs = { edit: EditUser, reset: ResetPassword, active: Activate };

/** Shown outside the list: once the act is done, the list may be read without this user, and a new link is shown only once. */
export function UserAct({ act, ...props }: { act: Act; user: User; onClose: () => void }) {
  const Chosen = dialogs[act];
  return <Chosen {...props} />;
}

function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const [{ userId, name, hasPassword }] = useState(user);
  const reset = useAct(resetBy(useCan('operate')), { changes });
  return (
    <Confirm
      onClose={onClose}
      title={hasPassword ? words.reset : words.anotherLink}
      confirm={words.resetConfirm}
      onConfirm={() => reset.mutate({ params: { userId } })}
      pending={reset.isPending}
      error={reset.error}
      result={reset.data && { title: words.resetTitle, content: <Invitation {...reset.data} onKept={onClose} /> }}
    >
      <Text size="sm">{(hasPassword ? words.resetMore : words.anotherLinkMore)(name)}</Text>
    </Confirm>
  );
}

/** Does what it asked when it was opened, although a colleague may have done it meanwhile: the same press would otherwise undo it. */
function Activate({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const [{ userId, name, active, hasPassword, activeCredentials }] = useState(user);
  const change = useAct(changeBy(useCan('operate')), { changes });
  return (
    <Confirm
      onClose={onClose}
      title={active ? words.deactivate : words.reactivate}
      confirm={active ? words.deactivate : words.reactivate}
      onConfirm={() => change.mutate({ params: { userId }, body: { active: !active } }, { onSuccess: onClose })}
      pending={change.isPending}
      error={change.error}
      isDangerous={active}
    >
      <Text size="sm">{active ? words.deactivateMore(name) : (hasPassword ? words.reactivateMore : words.reactivateInvited)(name)}</Text>
      {active && activeCredentials > 0 && <Text size="sm">{words.credentialsStay(activeCredentials)}</Text>}
    </Confirm>
  );
}

/** Sends only what was changed here: another administrator may have changed the rest meanwhile. */
function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const [{ userId, name, role }] = useState(user);
  const [chosen, setChosen] = useState(role as Role);
  const change = useAct('PATCH /panel/v1/users/:userId', { changes: ['GET /panel/v1/users', 'GET /panel/v1/session'] });
  const submit = (given: string) => {
    const body = { ...(given !== name && { name: given }), ...(chosen !== role && { role: chosen }) };
    if (Object.keys(body).length === 0) onClose();
    else change.mutate({ params: { userId }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={words.edit}>
      <NameForm label={words.name} name={name} maxLength={200} submit={words.save} act={change} onSubmit={submit}>
        <RoleChoice value={chosen} onChange={setChosen} />
      </NameForm>
    </Dialog>
  );
}
