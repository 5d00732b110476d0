import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  title: string;
  onClose: () => void;
  /** Only a button in it ends it: what it shows is not shown again. */
  isBinding?: boolean;
  children: ReactNode;
}

export function Dialog({ title, onClose, isBinding = false, children }: Props) {
  const words = useWords({ es, en });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': words.close }}
      withCloseButton={!isBinding}
      closeOnEscape={!isBinding}
      closeOnClickOutside={!isBinding}
    >
      {children}
    </Modal>
  );
}
