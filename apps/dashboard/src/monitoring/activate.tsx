import { Text } from '@mantine/core';
import type { DocType } from '@vigia/contracts';
import { useState } from 'react';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { notify } from '#kit/notify.ts';
import { Unanswered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { changedByActs } from './changed.ts';
import { CostSummary } from './cost-summary.tsx';
import { Months } from './months.tsx';
import { canActivate, saidBeside, useCost } from './preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  documents: { docType: DocType; taxId: string }[];
  onClose: () => void;
  /** With those that are in monitoring now: of many documents, the first hundred. */
  onActivated?: (documents: Props['documents']) => void;
}

const most = 100;

/**
 * Starts monitoring for profiles in query mode, or whose monitoring has expired. Profiles without data are left out: with one of them billing
 * would refuse all. Rendered while it is open.
 */
export function Activate({ documents: given, onClose, onActivated }: Props) {
  const words = useWords({ es, en });
  const [months, setMonths] = useState<number>();
  const first = given.slice(0, most);
  const taxIds = first.map(({ taxId }) => taxId).join();
  const lacking = useAnswer('GET /panel/v1/portfolio', { query: { taxIds, standing: 'loading,ended,failed', limit: String(most) } });
  const documents = first.filter(
    ({ docType, taxId }) => !lacking.data?.entries.some((entry) => entry.docType === docType && entry.taxId === taxId),
  );
  const body = { documents, ...(months !== undefined && { months }) };
  const cost = useCost('POST /panel/v1/monitoring/preview', lacking.data && documents.length > 0 ? [body] : []);
  const act = useAct('POST /panel/v1/monitoring', { changes: changedByActs });
  const confirm = () =>
    act.mutate(
      { body },
      {
        onSuccess: ({ profiles }) => {
          void notify({ message: words.activated(profiles) });
          onActivated?.(documents);
          onClose();
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.activateTitle(documents.length || first.length)}
      confirm={words.activate}
      onConfirm={confirm}
      pending={act.isPending}
      error={saidBeside(cost, act.error)}
      disabled={!canActivate(cost)}
    >
      <Text size="sm">{words.activateWhat}</Text>
      {given.length > most && <Text size="sm">{words.firstOnly(most, given.length)}</Text>}
      <Unanswered query={lacking} />
      {documents.length < first.length && <Text size="sm">{words.leftOut(first.length - documents.length)}</Text>}
      <Months value={months} onChange={setMonths} open={words.asManyAsFit} />
      {documents.length > 0 && <CostSummary cost={cost} kept={words.monitored} />}
    </Confirm>
  );
}
