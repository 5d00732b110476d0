import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type Section, type SectionContents, sourcesOf, type SummaryV2 } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useBasis } from './basis/basis.tsx';
import { Invented, Sources } from './basis/sources.tsx';
import { sectionState } from './basis/unread.ts';
import { contentOf, stateLooks, type Code } from './contents.ts';
import styles from './profile.module.css';
import { useProfileWords } from './use-profile-words.ts';

interface Props<S extends Section> {
  summary: SummaryV2;
  section: S;
  title: string;
  subtitle?: string | undefined;
  /** The target of the strip, among several cards that show parts of a section. */
  isAnchor?: boolean;
  isDashed?: boolean;
  children: (content: SectionContents[S]) => ReactNode;
}

/** A card of a section, with its code; without content it gives the reason. */
export function SectionCard<S extends Section>({ summary, section, title, subtitle, isAnchor, isDashed, children }: Props<S>) {
  const content = contentOf(summary, section);
  const code = summary[section].statusCode;
  return (
    <Paper
      component="section"
      p="lg"
      id={isAnchor ? section : undefined}
      aria-label={title}
      aria-busy={code === 'SH20'}
      className={styles.card}
      style={{ scrollMarginTop: 72, ...(isDashed && { borderStyle: 'dashed' }) }}
    >
      <Group justify="space-between" align="flex-start" gap={6} mb="sm">
        <div style={{ flex: '1 1 130px' }}>
          <Title order={2}>{title}</Title>
          {subtitle && content && (
            <Text size="xs" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {(isAnchor || code !== 'SH10') && <CodeBadge section={section} code={code} />}
      </Group>
      {content ? children(content) : <WithoutContent section={section} code={code} />}
      {isAnchor && sourcesOf(section).length > 0
        ? code !== 'SH30' && code !== 'SH40' && <Sources section={section} />
        : content && <Invented section={section} />}
    </Paper>
  );
}

/** The state of a section for people. If one of its sources has never answered, it does not say that there are no records. */
export function useSectionState(section: Section, code: Code) {
  const { states } = useProfileWords();
  const state = sectionState(useBasis()?.basis, section, code);
  const { word, means } = states[state];
  // Ten times "Completa" would be noise: if all is well, the code is enough.
  return { ...stateLooks[state], said: code === 'SH10' ? code : `${word} · ${code}`, means };
}

export function CodeBadge({ section, code }: { section: Section; code: Code }) {
  const { tone, icon, said } = useSectionState(section, code);
  return (
    <StatusBadge tone={tone} icon={icon} flex="none" miw="max-content">
      {said}
    </StatusBadge>
  );
}

function WithoutContent({ section, code }: { section: Section; code: Code }) {
  const { tone, icon: Symbol, means } = useSectionState(section, code);
  if (code === 'SH20') {
    return (
      <Stack gap="xs">
        <Skeleton height={14} />
        <Skeleton height={14} width="80%" />
        <Skeleton height={14} width="55%" />
      </Stack>
    );
  }
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Symbol size={20} color={`var(--${tone}-ink)`} style={{ flex: 'none' }} aria-hidden />
      <Text size="sm">{means}</Text>
    </Group>
  );
}
