import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useWords } from '#language/language.tsx';
import styles from './data-list.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props<Row> {
  label: string;
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Before the line. */
  lead?: ((row: Row) => ReactNode) | undefined;
  line: (row: Row) => ReactNode;
  details: (row: Row) => ReactNode;
}

/** Many rows on a phone: one line for each, and the rest on demand. */
export function LineList<Row>({ label, rows, keyOf, lead, line, details }: Props<Row>) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {rows.map((row) => (
        <Line key={keyOf(row)} lead={lead?.(row)} line={line(row)} details={() => details(row)} />
      ))}
    </ul>
  );
}

function Line({ lead, line, details }: { lead: ReactNode; line: ReactNode; details: () => ReactNode }) {
  const words = useWords({ es, en });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Symbol = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <li>
      <Group gap={6} wrap="nowrap">
        {lead}
        <div id={`${id}line`} className={styles.head}>
          {line}
        </div>
        <ActionIcon
          variant="subtle"
          color="quiet"
          size={32}
          id={id}
          aria-label={words.details}
          aria-labelledby={`${id} ${id}line`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Symbol size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {isOpen && details()}
    </li>
  );
}

/** A title with a remark below, and the main value at the end of the line. */
export function OneLine({ title, more, children, below }: { title: ReactNode; more?: string; children: ReactNode; below?: string }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div className={styles.title}>
        {typeof title === 'string' ? (
          <Text size="sm" fw={600}>
            {title}
          </Text>
        ) : (
          title
        )}
        {more && (
          <Text size="xs" c="dimmed">
            {more}
          </Text>
        )}
      </div>
      <Stack gap={0} align="flex-end" flex="none" maw="50%">
        {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
        {below && (
          <Text size="xs" c="dimmed">
            {below}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
