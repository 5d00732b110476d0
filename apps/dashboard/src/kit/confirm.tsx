import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { Refused } from './refused.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  opened: boolean;
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

/** Asks before something that cannot be taken back. It stays open until there is an answer, and says why where it is no. */
export function Confirm({ opened, onClose, title, children, confirm, onConfirm, pending, error = null, isDangerous, disabled }: Props) {
  const words = useWords({ es, en });
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.close }}>
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
    </Modal>
  );
}
