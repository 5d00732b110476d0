import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { ActButton } from './act-button.tsx';
import { Refused } from './refused.tsx';

interface Props {
  label: string;
  hint?: string;
  name?: string;
  maxLength: number;
  /** Further fields, below the name. */
  children?: ReactNode;
  submit: string;
  act: { isPending: boolean; error: Error | null };
  onSubmit: (name: string) => void;
}

/** The form of a dialog that gives something a name. */
export function NameForm({ label, hint, name = '', maxLength, children, submit, act, onSubmit }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { name } });
  return (
    <form onSubmit={form.onSubmit((given) => onSubmit(given.name))}>
      <Stack>
        <TextInput
          label={label}
          description={hint}
          maxLength={maxLength}
          required
          withAsterisk={false}
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        {children}
        <Refused error={act.error} />
        <Group justify="flex-end">
          <ActButton type="submit" loading={act.isPending}>
            {submit}
          </ActButton>
        </Group>
      </Stack>
    </form>
  );
}
