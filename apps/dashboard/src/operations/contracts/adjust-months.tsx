import { SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { ReasonField } from '#kit/reason-field.tsx';
import { useWords } from '#language/language.tsx';
import { changesOfContracts, daysOf, type Contract } from './contract.ts';
import { wholeNumber } from './new-contract.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function AdjustMonths({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const words = useWords({ es, en });
  const { corporationId, contractId, quota, phase } = contract;
  const [chosen, setChosen] = useState<'give' | 'take'>('give');
  const hasEnded = phase === 'ended';
  const direction = hasEnded ? 'take' : chosen;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [revokeHolds, setRevokeHolds] = useState(false);
  const adjust = useAct('POST /panel/v1/operator/corporations/:corporationId/contracts/:contractId/adjustments', changesOfContracts);

  const available = quota?.available ?? 0;
  const entered = wholeNumber.test(amount) ? Number(amount) : undefined;
  const months = entered ? entered * (direction === 'give' ? 1 : -1) : undefined;
  const atHand = available + (revokeHolds ? (quota?.held ?? 0) : 0);
  const isTooMany = months !== undefined && atHand + months < 0;
  const submit = () =>
    months !== undefined &&
    adjust.mutate(
      {
        params: { corporationId, contractId },
        body: { months, reason: reason.trim(), ...(direction === 'take' && revokeHolds && { revokeHolds }) },
      },
      { onSuccess: onClose },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.of(words.adjust, daysOf(contract, words.fromTo))}
      confirm={direction === 'give' ? words.give : words.take}
      onConfirm={submit}
      pending={adjust.isPending}
      error={adjust.error}
      disabled={months === undefined || isTooMany || reason.trim() === ''}
      isDangerous={direction === 'take'}
    >
      {hasEnded ? (
        <Text size="sm">{words.onlyTake}</Text>
      ) : (
        <SegmentedControl
          aria-label={words.adjust}
          fullWidth
          value={direction}
          onChange={(one) => setChosen(one as typeof chosen)}
          data={[
            { value: 'give', label: words.give },
            { value: 'take', label: words.take },
          ]}
        />
      )}
      <TextInput
        label={words.amount}
        inputMode="numeric"
        value={amount}
        required
        data-autofocus
        error={
          isTooMany
            ? (hasEnded ? words.tooManyAfterEnd : words.tooMany)(atHand)
            : amount !== '' && months === undefined && (entered === 0 ? words.zero : words.notWhole)
        }
        onChange={({ currentTarget: { value } }) => setAmount(value.trim())}
      />
      {direction === 'take' && (quota?.held ?? 0) > 0 && (
        <Switch
          label={words.revoke}
          description={words.revokeHint}
          checked={revokeHolds}
          onChange={({ currentTarget: { checked } }) => setRevokeHolds(checked)}
        />
      )}
      <ReasonField label={words.reason} hint={words.reasonHint} value={reason} onChange={setReason} isFirst={false} />
      {/* To take more than the available months, billing revokes whole holds, so what is left depends on each of them. */}
      {months !== undefined && available + months >= 0 && (
        <Text size="sm" role="status">
          {(hasEnded ? words.afterEnd : words.after)(available + months)}
        </Text>
      )}
    </Confirm>
  );
}
