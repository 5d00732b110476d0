import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  title: string;
  onClose: () => void;
  size?: 'md' | 'lg' | 'xl';
  /** Only a button in it ends it: what it shows is not shown again. */
  isBinding?: boolean;
  children: ReactNode;
}

/** Rendered while it is open. */
export function Dialog({ title, onClose, size = 'md', isBinding = false, children }: Props) {
  const words = useWords({ es, en });
  // The library gives the focus back to where it was only when it closes a dialog itself.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      styles={{ header: { background: 'inherit' }, title: { fontSize: 17, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': words.close }}
      withCloseButton={!isBinding}
      closeOnEscape={!isBinding}
      closeOnClickOutside={!isBinding}
    >
      {children}
    </Modal>
  );
}
