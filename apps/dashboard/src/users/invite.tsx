import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '#gateway/queries.ts';
import { Refused } from '#kit/refused.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { Invitation } from './invitation.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './roles.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Invite({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en });
  const form = useForm({ initialValues: { name: '', email: '', role: 'member' } });
  const create = useAct('POST /panel/v1/users', { changes: ['GET /panel/v1/users'] });
  const made = create.data;
  const submit = form.onSubmit(({ role, ...given }) => create.mutate({ body: { ...given, role: role as Role } }));
  return (
    <Dialog onClose={onClose} title={made ? words.linkTitle : words.invite} isBinding={Boolean(made)}>
      {made ? (
        <Invitation {...made} onKept={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput label={words.name} required withAsterisk={false} maxLength={200} data-autofocus {...form.getInputProps('name')} />
            <TextInput label={words.email} type="email" required withAsterisk={false} autoComplete="off" {...form.getInputProps('email')} />
            <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
            <Refused error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending}>
                {words.invite}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
