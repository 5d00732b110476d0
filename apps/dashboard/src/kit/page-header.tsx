import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { isDialogOpen } from './dialog.tsx';

interface Props {
  title: string;
  /** Badges beside the title, about its object. */
  facts?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

let isFirstPage = true;

/**
 * The `ref` of a part that disappears when one of its buttons has done its work: the focus then goes to the dialog around it, otherwise to
 * the heading of the page.
 */
export function passesFocusOn(part: HTMLElement | null) {
  return () => {
    if (!part?.contains(document.activeElement)) return;
    const stays = part.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('h1');
    stays?.focus({ preventScroll: true });
  };
}

/**
 * The only h1 of a page. It takes the focus when a person comes from another page, so that a screen reader begins there, but not from a
 * dialog that the person has opened before the page was answered: what they type would be lost.
 */
export function PageHeader({ title, facts, description, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage && !isDialogOpen()) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  useEffect(() => {
    document.title = `${title} · Vigía`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="md">
      <Stack gap={6} miw={0} flex="1 1 320px">
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {facts}
        {description && (
          <Text c="dimmed" size="sm" maw={720}>
            {description}
          </Text>
        )}
      </Stack>
      {actions && (
        <Group gap="xs" className="not-printed">
          {actions}
        </Group>
      )}
    </Group>
  );
}
