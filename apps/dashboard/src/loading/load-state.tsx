import { IconAlertTriangle, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Load = Pick<AnswerTo<'GET /panel/v1/loads'>['loads'][number], 'state' | 'counts' | 'activationFailed'>;

export function LoadState({ load: { state, counts, activationFailed } }: { load: Load }) {
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
  const isClean = counts.failed === 0 && activationFailed === 0;
  return (
    <StatusBadge tone={isClean ? 'good' : 'watch'} icon={isClean ? IconCheck : IconAlertTriangle}>
      {isClean ? words.states.finished : words.states.withFaults}
    </StatusBadge>
  );
}
