import { Alert, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { contractAfterGap, isDay } from '@vigia/contracts';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { ReasonField } from '#kit/reason-field.tsx';
import { useWords } from '#language/language.tsx';
import { changesOfContracts, type Contract } from './contract.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  contract: Contract;
  /** All of its corporation. */
  contracts: Contract[];
  onClose: () => void;
}

export function AmendEnd({ contract, contracts, onClose }: Props) {
  const words = useWords({ es, en });
  const { corporationId, contractId, kind, startsOn } = contract;
  // Only a refusal changes it, so that the person knows which end the new one replaces.
  const [expectedEndsOn, setExpected] = useState(contract.endsOn);
  const [endsOn, setEndsOn] = useState(contract.endsOn);
  const [reason, setReason] = useState('');
  const amend = useAct('PATCH /panel/v1/operator/corporations/:corporationId/contracts/:contractId', changesOfContracts);
  const today = dayOf(Date.now());
  const next = isDay(endsOn) && contractAfterGap({ kind, startsOn, endsOn }, contracts);
  const save = () =>
    amend.mutate(
      { params: { corporationId, contractId }, body: { endsOn, expectedEndsOn, reason: reason.trim() } },
      {
        onSuccess: onClose,
        onError: ({ code, params }) => code === 'contract_end_moved' && setExpected(String(params.endsOn)),
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.amend}
      confirm={words.save}
      onConfirm={save}
      pending={amend.isPending}
      error={amend.error}
      disabled={endsOn === '' || endsOn === expectedEndsOn || reason.trim() === ''}
    >
      <Text size="sm">{words.amendMeaning[kind]}</Text>
      <TextInput
        type="date"
        label={words.endsOn}
        value={endsOn}
        min={startsOn > today ? startsOn : today}
        required
        data-autofocus
        onChange={({ currentTarget: { value } }) => setEndsOn(value)}
      />
      {next && (
        <Alert role="status" color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {words.endsBetween(day(endsOn), day(next.startsOn))}
        </Alert>
      )}
      <ReasonField label={words.reason} hint={words.amendReasonHint[kind]} value={reason} onChange={setReason} isFirst={false} />
    </Confirm>
  );
}
