import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '#gateway/queries.ts';
import { Refused } from '#kit/refused.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role, User } from './roles.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function EditUser({ user: { userId, name, role }, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const form = useForm({ initialValues: { name, role: role as string } });
  const change = useAct('PATCH /panel/v1/users/:userId', { changes: ['GET /panel/v1/users', 'GET /panel/v1/session'] });
  const submit = form.onSubmit((given) =>
    change.mutate({ params: { userId }, body: { name: given.name, role: given.role as Role } }, { onSuccess: onClose }),
  );
  return (
    <Dialog onClose={onClose} title={words.edit}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput label={words.name} required withAsterisk={false} maxLength={200} data-autofocus {...form.getInputProps('name')} />
          <RoleChoice value={form.values.role} onChange={(chosen) => form.setFieldValue('role', chosen)} />
          <Refused error={change.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
