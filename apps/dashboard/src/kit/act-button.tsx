import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * Begins something that takes a while, and keeps the focus meanwhile: the library disables such a button, a browser takes the focus from one
 * that is disabled, and the next Tab leads out of its dialog.
 */
export function ActButton({ loading = false, onClick, ...button }: Props) {
  return (
    <Button
      {...button}
      loading={loading}
      renderRoot={({ disabled, ...root }) => <button {...root} disabled={disabled && !loading} aria-disabled={loading} />}
      // Enter may still be held down when the answer has come.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    />
  );
}
