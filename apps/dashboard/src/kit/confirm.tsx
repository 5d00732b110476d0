import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { Dialog } from './dialog.tsx';
import { Refused } from './refused.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  onClose: () => void;
  title: string;
  /** What happens and what it costs. */
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  pending: boolean;
  error?: Error | null;
  isDangerous?: boolean;
  disabled?: boolean;
}

/** Asks before something that cannot be taken back. It stays until there is an answer, and says why where it is no. */
export function Confirm({ onClose, title, children, confirm, onConfirm, pending, error = null, isDangerous, disabled }: Props) {
  const words = useWords({ es, en });
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {children}
        <Refused error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button color={isDangerous ? 'bad' : undefined} onClick={onConfirm} loading={pending} disabled={disabled ?? false}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
