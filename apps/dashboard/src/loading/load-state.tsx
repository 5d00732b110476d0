import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Load = Pick<AnswerTo<'GET /panel/v1/loads'>['loads'][number], 'state' | 'counts' | 'activationFailed' | 'onlyQueries'>;

export function LoadState({ load: { state, counts, activationFailed, onlyQueries } }: { load: Load }) {
  const words = useWords({ es, en });
  if (state === 'loading')
    return (
      <StatusBadge tone="info" icon={IconLoader2}>
        {words.states.loading}
      </StatusBadge>
    );
  if (state === 'settling')
    return (
      <StatusBadge tone="info" icon={IconClock}>
        {words.states.settling}
      </StatusBadge>
    );
  const isDone = counts.failed === 0 && activationFailed === 0;
  const hasQueries = onlyQueries > 0;
  const isClean = isDone && !hasQueries;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={isClean ? 'good' : 'watch'} icon={isClean ? IconCheck : IconAlertTriangle}>
        {isDone ? words.states.finished : words.states.withFaults}
      </StatusBadge>
      {hasQueries && (
        <Text size="xs" c="dimmed">
          {words.stayQueries(onlyQueries)}
        </Text>
      )}
    </Stack>
  );
}
