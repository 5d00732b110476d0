import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { isOff: boolean };

/** Can be reached by keyboard while it is off, and keeps the focus when it becomes so. A disabled button does neither, and shows no tooltip. */
export function FocusableButton({ isOff, onClick, ...button }: Props) {
  return <Button {...button} aria-disabled={isOff} data-disabled={isOff || undefined} onClick={isOff ? undefined : onClick} />;
}
