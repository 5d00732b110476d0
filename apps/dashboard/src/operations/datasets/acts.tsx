import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/confirm.tsx';
import { ReasonField } from '#kit/reason-field.tsx';
import { useWords } from '#language/language.tsx';
import { type Dataset, isUnderWay } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const changes = { changes: ['GET /panel/v1/operator/datasets' as const, 'GET /panel/v1/operator/datasets/:dataset/versions' as const] };
type Act = 'start' | 'rollback' | 'pause' | 'resume';

export function DatasetActs({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const [asked, ask] = useState<Act>();
  const { title, current, latest, pause, address, licenceMissing } = dataset;
  const canStart = address !== null && !licenceMissing && !(latest && isUnderWay(latest));
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={words.actionsOf(title)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} disabled={!canStart} onClick={() => ask('start')}>
            {words.start}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!current || current.previous === null}
            onClick={() => ask('rollback')}
          >
            {words.rollback}
          </Menu.Item>
          {pause ? (
            <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => ask('resume')}>
              {words.resume}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => ask('pause')}>
              {words.pause}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked && <AskedAct act={asked} dataset={dataset} onClose={() => ask(undefined)} />}
    </>
  );
}

function AskedAct({ act, dataset: { dataset, title, latest }, onClose }: { act: Act; dataset: Dataset; onClose: () => void }) {
  const words = useWords({ es, en });
  const [reason, setReason] = useState('');
  const start = useAct('POST /panel/v1/operator/datasets/:dataset/imports', changes);
  const rollback = useAct('POST /panel/v1/operator/datasets/:dataset/rollback', changes);
  const pause = useAct('PUT /panel/v1/operator/datasets/:dataset/pause', changes);
  const resume = useAct('DELETE /panel/v1/operator/datasets/:dataset/pause', changes);
  const params = { dataset };
  const done = { onSuccess: onClose };
  const given = reason.trim();
  // What a check has refused is only taken by somebody who says why.
  const wasRefused = act === 'start' && latest?.state === 'refused';
  const isReasoned = act === 'rollback' || act === 'pause';
  const send = {
    start: () => start.mutate({ params, body: given === '' ? {} : { accept: given } }, done),
    rollback: () => rollback.mutate({ params, body: { reason: given } }, done),
    pause: () => pause.mutate({ params, body: { reason: given } }, done),
    resume: () => resume.mutate({ params }, done),
  };
  const { isPending, error } = { start, rollback, pause, resume }[act];
  return (
    <Confirm
      onClose={onClose}
      title={words.titles[act](title)}
      confirm={words[act]}
      onConfirm={send[act]}
      pending={isPending}
      error={error}
      disabled={isReasoned && given === ''}
      isDangerous={act === 'rollback'}
    >
      <Text size="sm">{words.meanings[act]}</Text>
      {(isReasoned || wasRefused) && (
        <ReasonField
          label={wasRefused ? words.acceptReason : words.reason}
          hint={wasRefused ? words.acceptHint : words.reasonHint}
          isRequired={isReasoned}
          value={reason}
          onChange={setReason}
        />
      )}
    </Confirm>
  );
}
