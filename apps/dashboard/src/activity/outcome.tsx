import { Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconQuestionMark } from '@tabler/icons-react';
import { codeWords } from '#gateway/refusal-words.ts';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import type { Entry } from './entry-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How it went, and why not. */
export function Outcome({ entry: { outcome, reason } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  if (outcome === 'done') {
    return (
      <StatusBadge tone="good" icon={IconCircleCheck}>
        {words.done}
      </StatusBadge>
    );
  }
  const isRefused = outcome === 'refused';
  return (
    <div>
      <StatusBadge tone={isRefused ? 'bad' : 'watch'} icon={isRefused ? IconBan : IconQuestionMark}>
        {isRefused ? words.refused : words.unknown}
      </StatusBadge>
      <Text size="xs" c="dimmed" mt={2}>
        {isRefused ? reason && (words.reasons[reason] ?? codeWords(reason, language)) : words.unknownMore}
      </Text>
    </div>
  );
}
