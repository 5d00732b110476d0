import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerTo, Read } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/confirm.tsx';
import { Refused } from '#kit/refused.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export type Credential = AnswerTo<'GET /panel/v1/credentials'>['credentials'][number];

const changes: Read[] = ['GET /panel/v1/credentials'];

/** What can be done with a credential that is active. */
export function CredentialActs({ credential }: { credential: Credential }) {
  const words = useWords({ es, en });
  const [open, setOpen] = useState<'rename' | 'revoke'>();
  const name = credential.name ?? credential.accessKey;
  const close = () => setOpen(undefined);
  if (credential.status === 'revoked') return null;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={words.rename}>
        <ActionIcon variant="subtle" color="quiet" size={30} aria-label={words.renameOf(name)} onClick={() => setOpen('rename')}>
          <IconPencil size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.revoke}>
        <ActionIcon variant="subtle" color="bad" size={30} aria-label={words.revokeOf(name)} onClick={() => setOpen('revoke')}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {open === 'rename' && <Rename credential={credential} onClose={close} />}
      {open === 'revoke' && <Revoke credential={credential} name={name} onClose={close} />}
    </Group>
  );
}

function Rename({ credential: { accessKey, name }, onClose }: { credential: Credential; onClose: () => void }) {
  const words = useWords({ es, en });
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: name ?? '' } });
  const rename = useAct('PATCH /panel/v1/credentials/:accessKey', { changes });
  return (
    <Dialog onClose={onClose} title={words.rename}>
      <form onSubmit={form.onSubmit((body) => rename.mutate({ params: { accessKey }, body }, { onSuccess: onClose }))}>
        <Stack>
          <TextInput
            label={words.name}
            maxLength={80}
            required
            withAsterisk={false}
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Refused error={rename.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={rename.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Revoke({ credential: { accessKey }, name, onClose }: { credential: Credential; name: string; onClose: () => void }) {
  const words = useWords({ es, en });
  const revoke = useAct('DELETE /panel/v1/credentials/:accessKey', { changes });
  return (
    <Confirm
      onClose={onClose}
      title={words.revokeTitle}
      confirm={words.revoke}
      onConfirm={() => revoke.mutate({ params: { accessKey } }, { onSuccess: onClose })}
      pending={revoke.isPending}
      error={revoke.error}
      isDangerous
    >
      <Text size="sm">{words.revokeMore(name)}</Text>
    </Confirm>
  );
}
