import { Badge, type BadgeProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '#theme/colours.ts';

interface Props extends Omit<BadgeProps, 'color' | 'leftSection'> {
  tone: Tone;
  icon?: Icon;
  children: ReactNode;
}

/** A state as a word with an icon, because colour alone says nothing. */
export function StatusBadge({ tone, icon: Symbol, children, ...badge }: Props) {
  return (
    <Badge color={tone} leftSection={Symbol && <Symbol size={13} stroke={2.2} aria-hidden />} {...badge}>
      {children}
    </Badge>
  );
}
