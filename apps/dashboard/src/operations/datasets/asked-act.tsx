import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { ReasonField } from '#kit/reason-field.tsx';
import { useWords } from '#language/language.tsx';
import type { Dataset } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const changes = { changes: ['GET /panel/v1/operator/datasets' as const, 'GET /panel/v1/operator/datasets/:dataset/versions' as const] };
export type Act = 'start' | 'rollback' | 'retire' | 'pause' | 'resume';

interface Props {
  act: Act;
  dataset: Pick<Dataset, 'dataset' | 'title' | 'latest' | 'current' | 'pause'>;
  /** If the act does something else here than elsewhere. */
  meaning?: string;
  /** The week or month, by its first day, in words, and its version that was in force. */
  part?: { day: string; name: string; version: number; isInForce: boolean };
  onClose: () => void;
}

/** Does what it asked when it was opened, or nothing if that has become another act meanwhile. */
export function AskedAct({ act, dataset: { dataset, title, latest, current, pause: paused }, meaning, part, onClose }: Props) {
  const words = useWords({ es, en });
  const [reason, setReason] = useState('');
  const [seen] = useState({ latest, current, paused });
  const start = useAct('POST /panel/v1/operator/datasets/:dataset/imports', changes);
  const rollback = useAct('POST /panel/v1/operator/datasets/:dataset/rollback', changes);
  const retire = useAct('POST /panel/v1/operator/datasets/:dataset/retirement', changes);
  const pause = useAct('PUT /panel/v1/operator/datasets/:dataset/pause', changes);
  const resume = useAct('DELETE /panel/v1/operator/datasets/:dataset/pause', changes);
  const params = { dataset };
  const done = { onSuccess: onClose };
  const given = reason.trim();
  // A version that a check has refused is only accepted with a reason, which counts for no other version.
  const wasRefused = act === 'start' && seen.latest?.state === 'refused';
  const isDangerous = act === 'rollback' || act === 'retire';
  const isReasoned = isDangerous || act === 'pause';
  const version = part?.version ?? seen.current?.version;
  const inForce = version !== undefined && { version };
  const send = {
    start: () => start.mutate({ params, body: given === '' ? {} : { accept: given } }, done),
    rollback: () => rollback.mutate({ params, body: { reason: given, ...(part && { part: part.day }), ...inForce } }, done),
    retire: () => retire.mutate({ params, body: { reason: given, ...inForce } }, done),
    pause: () => pause.mutate({ params, body: { reason: given } }, done),
    resume: () => resume.mutate({ params, query: ofPause(seen.paused) }, done),
  };
  const { isPending, error } = { start, rollback, retire, pause, resume }[act];
  const isReplaced = current?.version !== seen.current?.version;
  const isAnother = {
    start: latest?.version !== seen.latest?.version,
    rollback: part ? !part.isInForce : isReplaced,
    retire: isReplaced,
    pause: false,
    resume: false,
  };
  const isOvertaken = isAnother[act] && !isPending;
  return (
    <Confirm
      onClose={onClose}
      title={words.titles[act](part ? `${title}, ${part.name}` : title)}
      confirm={words[act]}
      onConfirm={send[act]}
      pending={isPending}
      error={error}
      disabled={(isReasoned && given === '') || isOvertaken}
      isDangerous={isDangerous}
    >
      <Text size="sm">{meaning ?? words.meanings[act]}</Text>
      {(isReasoned || wasRefused) && (
        <ReasonField
          label={wasRefused ? words.acceptReason : words.reason}
          hint={wasRefused ? words.acceptHint : words.reasonHint}
          isRequired={isReasoned}
          value={reason}
          onChange={setReason}
        />
      )}
      {isOvertaken && error?.code !== 'dataset_changed' && (
        <Alert role="status" color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {act === 'start' ? words.importedMeanwhile : words.replacedMeanwhile}
        </Alert>
      )}
    </Confirm>
  );
}

function ofPause(pause: Dataset['pause']): { pausedSince?: string; pauseReason?: string } {
  return pause ? { pausedSince: pause.since, pauseReason: pause.reason } : {};
}
