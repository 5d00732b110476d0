import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerTo, Read } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Confirm, Dialog } from '#kit/dialog.tsx';
import { NameForm } from '#kit/name-form.tsx';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export type Credential = AnswerTo<'GET /panel/v1/credentials'>['credentials'][number];

const changes: Read[] = [
  'GET /panel/v1/credentials',
  'GET /panel/v1/operator/corporations/:corporationId/credentials',
  'GET /panel/v1/operator/corporations',
];

const credentialName = ({ name, accessKey }: Credential) => name ?? accessKey;

interface Props {
  credential: Credential;
  /** The corporation that an operator is looking at; otherwise the user's own. */
  within?: string | undefined;
}

/** Actions on an active credential. */
export function CredentialActs({ credential, within }: Props) {
  const words = useWords({ es, en });
  const [open, setOpen] = useState<'rename' | 'revoke'>();
  const name = credentialName(credential);
  const close = () => setOpen(undefined);
  if (credential.status === 'revoked') return null;
  return (
    <Group ref={passesFocusOn} gap={4} wrap="nowrap" justify="flex-end">
      {within === undefined && (
        <Tooltip label={words.rename}>
          <ActionIcon variant="subtle" color="quiet" size={30} aria-label={words.renameOf(name)} onClick={() => setOpen('rename')}>
            <IconPencil size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={words.revoke}>
        <ActionIcon variant="subtle" color="bad" size={30} aria-label={words.revokeOf(name)} onClick={() => setOpen('revoke')}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {open === 'rename' && <Rename credential={credential} onClose={close} />}
      {open === 'revoke' && <Revoke credential={credential} within={within} onClose={close} />}
    </Group>
  );
}

function Rename({ credential: { accessKey, name }, onClose }: { credential: Credential; onClose: () => void }) {
  const words = useWords({ es, en });
  const rename = useAct('PATCH /panel/v1/credentials/:accessKey', { changes });
  return (
    <Dialog onClose={onClose} title={words.rename}>
      <NameForm
        label={words.name}
        name={name ?? ''}
        maxLength={80}
        submit={words.save}
        act={rename}
        onSubmit={(chosen) => rename.mutate({ params: { accessKey }, body: { name: chosen } }, { onSuccess: onClose })}
      />
    </Dialog>
  );
}

function Revoke({ credential, within, onClose }: Props & { onClose: () => void }) {
  const words = useWords({ es, en });
  const { accessKey } = credential;
  const own = useAct('DELETE /panel/v1/credentials/:accessKey', { changes });
  const operated = useAct('DELETE /panel/v1/operator/corporations/:corporationId/credentials/:accessKey', { changes });
  const revoke = within === undefined ? own : operated;
  const confirm = () =>
    within === undefined
      ? own.mutate({ params: { accessKey } }, { onSuccess: onClose })
      : operated.mutate({ params: { corporationId: within, accessKey } }, { onSuccess: onClose });
  return (
    <Confirm
      onClose={onClose}
      title={words.revokeTitle}
      confirm={words.revoke}
      onConfirm={confirm}
      pending={revoke.isPending}
      error={revoke.error}
      isDangerous
    >
      <Text size="sm">{words.revokeMore(credentialName(credential))}</Text>
    </Confirm>
  );
}
