import { Alert, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './account.en.ts';
import { es } from './account.es.ts';
import { passwordFault } from './password-fault.ts';

export function ChangePassword() {
  const words = useWords({ es, en });
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const change = useAct('PUT /panel/v1/password', { changes: ['GET /panel/v1/sessions'] });
  const fault = passwordFault(change.error, words);
  return (
    <form onSubmit={form.onSubmit((body) => change.mutate({ body }, { onSuccess: form.reset }))}>
      <Stack>
        <PasswordField
          label={words.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label={words.chosen}
          description={words.rule}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('newPassword')}
          error={fault}
        />
        {!fault && <Refused error={change.error} />}
        {change.isSuccess && (
          <Alert role="status" color="good" icon={<IconCircleCheck aria-hidden />}>
            {words.changed}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {words.othersEnd}
          </Text>
          <ActButton type="submit" loading={change.isPending}>
            {words.change}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}
