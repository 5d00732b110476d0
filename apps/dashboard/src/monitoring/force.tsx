import { Text } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isUnknown } from '#gateway/act.ts';
import { asOne, question, useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Link } from '#kit/link.tsx';
import { notify } from '#kit/notify.ts';
import { Unanswered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { changedByActs } from './changed.ts';
import { CostSummary } from './cost-summary.tsx';
import { Months } from './months.tsx';
import { canBegin, saidBeside, useCost } from './preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const most = 100;

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
  const [isRepeated] = useState(() => isUnknown(client, 'POST /panel/v1/updates', { body: { taxIds: given.slice(0, most) } }));
  const { running, query } = useRunning(given, !stays && !isRepeated);
  const idle = given.filter((taxId) => !running?.has(taxId));
  const [taxIds, rest] = [idle.slice(0, most), idle.slice(most)];
  const body = { taxIds, ...(months !== undefined && { months }) };
  const cost = useCost('POST /panel/v1/updates/preview', running && taxIds.length > 0 ? [body] : []);
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
      {running && rest.length > 0 && <Text size="sm">{words.firstOnly(most, idle.length)}</Text>}
      <Unanswered query={query} />
      {idle.length < given.length && <Text size="sm">{words.running(given.length - idle.length)}</Text>}
      <Months value={months} onChange={setMonths} open={words.keepsItsEnd} />
      {taxIds.length > 0 && <CostSummary cost={cost} />}
    </Confirm>
  );
}

/**
 * Those for which an update runs, as it is when the dialog opens; undefined until that is known. The update of this dialog may be among them
 * later, and after a lost answer the same one must be sent again: also from a dialog that is opened anew.
 */
function useRunning(taxIds: string[], isAsked: boolean) {
  const [running, setRunning] = useState<ReadonlySet<string> | undefined>(isAsked ? undefined : new Set());
  const parts = Array.from({ length: Math.ceil(taxIds.length / most) }, (_, place) => taxIds.slice(place * most, (place + 1) * most));
  const query = useQueries({
    queries: parts.map((part) => ({
      ...question('GET /panel/v1/portfolio', {
        query: { taxIds: part.join(), standing: 'active', estado: 'loading', limit: String(most) },
      }),
      enabled: running === undefined,
      staleTime: 0,
    })),
    combine: (answers) => ({
      ...asOne(answers, (pages) => pages.flatMap(({ entries }) => entries)),
      isFetchedAfterMount: answers.every((answer) => answer.isFetchedAfterMount),
    }),
  });
  const { data, isFetchedAfterMount } = query;
  if (running === undefined && data && isFetchedAfterMount) {
    setRunning(new Set(data.filter(({ estado }) => estado === 'loading').map(({ taxId }) => taxId)));
  }
  return { running, query };
}
