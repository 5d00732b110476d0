import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './home.module.css';

interface Props {
  title: string;
  more?: ReactNode;
  size?: 'side';
  children: ReactNode;
}

export function Card({ title, more, size, children }: Props) {
  return (
    <Paper component="section" p="md" className={size && styles[size]} aria-label={title}>
      <Title order={2} fz="md">
        {title}
      </Title>
      {more && (
        <Text size="xs" c="dimmed">
          {more}
        </Text>
      )}
      <div style={{ marginTop: 12 }}>{children}</div>
    </Paper>
  );
}
