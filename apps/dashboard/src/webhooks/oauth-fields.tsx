import { Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PasswordField } from '#kit/password-field.tsx';
import { useWords } from '#language/language.tsx';
import type { FormValues } from './form-values.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function OAuthFields({ form, keepsSecret }: { form: UseFormReturnType<FormValues>; keepsSecret: boolean }) {
  const words = useWords({ es, en }).form;
  return (
    <Stack gap="sm" pl="md" style={{ borderInlineStart: '2px solid var(--line)' }}>
      <TextInput label={words.tokenUrl} type="url" required {...form.getInputProps('tokenUrl')} />
      <Group grow align="flex-start">
        <TextInput label={words.clientId} required autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordField
          label={words.clientSecret}
          autoComplete="new-password"
          required={!keepsSecret}
          description={keepsSecret && words.clientSecretKept}
          {...form.getInputProps('clientSecret')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput label={words.audience} {...form.getInputProps('audience')} />
        <TextInput label={words.scope} {...form.getInputProps('scope')} />
      </Group>
    </Stack>
  );
}
