import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isUnknown } from '#gateway/act.ts';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Link } from '#kit/link.tsx';
import { notify } from '#kit/notify.ts';
import { Unanswered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { most, useAsOpened } from './as-opened.ts';
import { changedByActs } from './changed.ts';
import { CostSummary } from './cost-summary.tsx';
import { Months } from './months.tsx';
import { canBegin, saidBeside, useCost } from './preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  taxIds: string[];
  onClose: () => void;
  /** Does not go to the load: the page itself shows its progress, and offers no second update while one runs. */
  stays?: boolean;
  /** With those that are being updated, if more could be than fit into one act: the page then stays where the others are. */
  onPartForced?: (taxIds: string[]) => void;
}

/**
 * Loads active profiles again from every source. A second update would join the one that runs: it would cost months and bring nothing new.
 * Rendered while it is open.
 */
export function Force({ taxIds: given, onClose, stays, onPartForced }: Props) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const [months, setMonths] = useState<number>();
  const client = useQueryClient();
  // Those that it has begun run by now: a dialog that is opened anew must send the same ones.
  const [isRepeated] = useState(() => isUnknown(client, 'POST /panel/v1/updates', { body: { taxIds: given.slice(0, most) } }));
  const { entries, query } = useAsOpened(given, { standing: 'active', estado: 'loading' }, !stays && !isRepeated);
  const running = new Set(entries?.map(({ taxId }) => taxId));
  const idle = given.filter((taxId) => !running.has(taxId));
  const [taxIds, rest] = [idle.slice(0, most), idle.slice(most)];
  const body = { taxIds, ...(months !== undefined && { months }) };
  const cost = useCost('POST /panel/v1/updates/preview', entries && taxIds.length > 0 ? [body] : []);
  const act = useAct('POST /panel/v1/updates', { changes: changedByActs });
  const confirm = () =>
    act.mutate(
      { body },
      {
        onSuccess: ({ requestId }) => {
          const load = { to: '/cargas/$requests', params: { requests: requestId } } as const;
          onClose();
          if (rest.length > 0) {
            onPartForced?.(given.filter((taxId) => !rest.includes(taxId)));
            void notify({ title: words.forced(taxIds.length), message: <Link {...load}>{words.seeLoad}</Link>, autoClose: false });
          } else if (!stays) void navigate(load);
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.forceTitle(taxIds.length || given.length)}
      confirm={words.force}
      onConfirm={confirm}
      pending={act.isPending}
      error={saidBeside(cost, act.error)}
      disabled={!canBegin(cost)}
    >
      <Text size="sm">{words.forceWhat}</Text>
      {entries && rest.length > 0 && <Text size="sm">{words.firstOnly(most, idle.length)}</Text>}
      <Unanswered query={query} />
      {idle.length < given.length && <Text size="sm">{words.running(given.length - idle.length)}</Text>}
      <Months value={months} onChange={setMonths} open={words.keepsItsEnd} />
      {taxIds.length > 0 && <CostSummary cost={cost} />}
    </Confirm>
  );
}
