import { Button, Group, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { ActButton } from './act-button.tsx';
import { Refused } from './refused.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  size?: 'md' | 'lg' | 'xl';
  /** Only a button in it closes it: its content is not shown again, or its act is running. */
  isBinding?: boolean;
  children: ReactNode;
}

let openDialogs = 0;
const openings = new EventTarget();

function countOpen(change: 1 | -1): void {
  openDialogs += change;
  openings.dispatchEvent(new Event('change'));
}

function subscribe(onChange: () => void) {
  openings.addEventListener('change', onChange);
  return () => openings.removeEventListener('change', onChange);
}

export const isDialogOpen = () => openDialogs > 0;
export const useIsDialogOpen = () => useSyncExternalStore(subscribe, isDialogOpen);

/** Rendered while it is open. */
export function Dialog({ title, onClose, size = 'md', isBinding = false, children }: DialogProps) {
  const words = useWords({ es, en });
  // The library restores the focus only if it closes a dialog itself. The opener may be gone: an empty list that now has an entry.
  const [opener] = useState(openerNow);
  useEffect(() => () => (opener?.isConnected ? opener : document.querySelector('h1'))?.focus({ preventScroll: true }), [opener]);
  useEffect(() => {
    countOpen(1);
    return () => countOpen(-1);
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

/**
 * The element with the focus, or null if it is gone: a browser then names the body. If it is a menu item, which disappears with its menu,
 * the button that opened the menu.
 */
export function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  if (focused === document.body) return null;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** Focuses the dialog after its focused element has disappeared or was disabled. */
export function focusDialogOf(part: Element | null): void {
  part?.closest<HTMLElement>('[role="dialog"]')?.focus();
}

interface ConfirmProps {
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
  /** Replaces the question once the act is done. Only a button in it closes the dialog. */
  result?: { title: string; content: ReactNode } | undefined;
}

/**
 * Asks for confirmation before something irreversible. After confirmation it stays open until there is an answer, and shows the reason for
 * a refusal, or the result if there is one to show.
 */
export function Confirm({ title, pending, result, ...question }: ConfirmProps) {
  const { onClose } = question;
  return (
    <Dialog onClose={onClose} title={result?.title ?? title} isBinding={pending || result !== undefined}>
      {result ? <Result>{result.content}</Result> : <Question pending={pending} {...question} />}
    </Dialog>
  );
}

/** The question that it replaces had the focus. */
function Result({ children }: { children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => focusDialogOf(whole.current), []);
  return <div ref={whole}>{children}</div>;
}

type QuestionProps = Omit<ConfirmProps, 'title' | 'result'>;

function Question({ onClose, children, confirm, onConfirm, pending, error = null, isDangerous, disabled = false }: QuestionProps) {
  const words = useWords({ es, en });
  const buttons = useRef<HTMLDivElement>(null);
  // A browser takes the focus from a button that is disabled, and the next Tab would leave the dialog.
  const isOff = disabled && !pending;
  useEffect(() => {
    const focused = document.activeElement;
    if (isOff && (focused === document.body || focused?.matches(':disabled'))) focusDialogOf(buttons.current);
  }, [isOff]);
  return (
    <Stack>
      {children}
      <Refused error={error} />
      <Group ref={buttons} justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={pending}>
          {words.cancel}
        </Button>
        <ActButton color={isDangerous ? 'bad' : undefined} onClick={onConfirm} loading={pending} disabled={disabled}>
          {confirm}
        </ActButton>
      </Group>
    </Stack>
  );
}
