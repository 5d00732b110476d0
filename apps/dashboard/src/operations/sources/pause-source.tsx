import { Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { ReasonField } from '#kit/reason-field.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { sourceName } from '#language/sources.ts';
import type { Source } from './source-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const changes = { changes: ['GET /panel/v1/operator/sources' as const] };

export function PauseSource({ source: { source, pause }, onClose }: { source: Source; onClose: () => void }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const [reason, setReason] = useState('');
  const stop = useAct('PUT /panel/v1/operator/sources/:source/pause', changes);
  const resume = useAct('DELETE /panel/v1/operator/sources/:source/pause', changes);
  const name = sourceName(source, language);
  const done = { onSuccess: onClose };
  if (pause) {
    return (
      <Confirm
        onClose={onClose}
        title={words.resumeTitle(name)}
        confirm={words.resume}
        onConfirm={() => resume.mutate({ params: { source } }, done)}
        pending={resume.isPending}
        error={resume.error}
      >
        <Text size="sm">{words.resumeMeaning}</Text>
      </Confirm>
    );
  }
  return (
    <Confirm
      onClose={onClose}
      title={words.pauseTitle(name)}
      confirm={words.pause}
      onConfirm={() => stop.mutate({ params: { source }, body: { reason: reason.trim() } }, done)}
      pending={stop.isPending}
      error={stop.error}
      disabled={reason.trim() === ''}
      isDangerous
    >
      <Text size="sm">{words.pauseMeaning}</Text>
      <ReasonField label={words.reason} hint={words.reasonHint} value={reason} onChange={setReason} />
    </Confirm>
  );
}
