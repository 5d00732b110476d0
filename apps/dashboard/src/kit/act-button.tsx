import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/**
 * Starts something that takes a while, and keeps the focus meanwhile. The library disables such a button, a browser removes the focus from
 * a disabled button, and the next Tab would leave the dialog.
 */
export function ActButton({ loading = false, onClick, ...button }: Props) {
  return (
    <Button
      {...button}
      loading={loading}
      renderRoot={({ disabled, ...root }) => <button {...root} disabled={disabled && !loading} aria-disabled={loading} />}
      // Enter may still be held down when the answer arrives.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    />
  );
}
