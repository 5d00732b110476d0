import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Link } from '#kit/link.tsx';
import { notify } from '#kit/notify.ts';
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
  /** Does not go to the load: the page itself shows its progress. */
  stays?: boolean;
  /** With those that are being updated, if more were given than fit into one act: the page then stays where the others are. */
  onPartForced?: (taxIds: string[]) => void;
}

/** Loads active profiles again from every source. Rendered while it is open. */
export function Force({ taxIds: given, onClose, stays, onPartForced }: Props) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const [months, setMonths] = useState<number>();
  const taxIds = given.slice(0, most);
  const body = { taxIds, ...(months !== undefined && { months }) };
  const cost = useCost('POST /panel/v1/updates/preview', [body]);
  const act = useAct('POST /panel/v1/updates', { changes: changedByActs });
  const confirm = () =>
    act.mutate(
      { body },
      {
        onSuccess: ({ requestId }) => {
          const load = { to: '/cargas/$requests', params: { requests: requestId } } as const;
          onClose();
          if (given.length > most) {
            onPartForced?.(taxIds);
            void notify({ title: words.forced(taxIds.length), message: <Link {...load}>{words.seeLoad}</Link>, autoClose: false });
          } else if (!stays) void navigate(load);
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.forceTitle(taxIds.length)}
      confirm={words.force}
      onConfirm={confirm}
      pending={act.isPending}
      error={saidBeside(cost, act.error)}
      disabled={!canBegin(cost)}
    >
      <Text size="sm">{words.forceWhat}</Text>
      {given.length > most && <Text size="sm">{words.firstOnly(most, given.length)}</Text>}
      <Months value={months} onChange={setMonths} open={words.keepsItsEnd} />
      <CostSummary cost={cost} />
    </Confirm>
  );
}
