import { Text } from '@mantine/core';
import { type DocType, documentKey, type PortfolioEntry } from '@vigia/contracts';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { notify } from '#kit/notify.ts';
import { Unanswered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { most, useAsOpened } from './as-opened.ts';
import { changedByActs } from './changed.ts';
import { CostSummary } from './cost-summary.tsx';
import { Months } from './months.tsx';
import { canActivate, saidBeside, useCost } from './preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  documents: { docType: DocType; taxId: string }[];
  onClose: () => void;
  /** With those that are in monitoring now: the next act takes the others. */
  onActivated?: (documents: Props['documents']) => void;
}

/**
 * Starts monitoring for profiles in query mode, or whose monitoring has expired. Profiles without data are left out: with one of them billing
 * would refuse all. If not all fit into one act, so are those that are monitored already, which would take the places of others. Rendered while
 * it is open.
 */
export function Activate({ documents: given, onClose, onActivated }: Props) {
  const words = useWords({ es, en });
  const [months, setMonths] = useState<number>();
  const wanted = `loading,ended,failed${given.length > most ? ',active' : ''}`;
  const { entries, query } = useAsOpened(
    given.map(({ taxId }) => taxId),
    { standing: wanted },
  );
  const keysOf = (found: (entry: PortfolioEntry) => boolean) => new Set(entries?.filter(found).map(documentKey));
  const lackingKeys = keysOf(({ standing }) => standing !== 'active');
  const monitoredKeys = keysOf(({ standing, mode }) => standing === 'active' && mode === 'monitoring');
  const lacking = given.filter((document) => lackingKeys.has(documentKey(document)));
  const monitored = given.filter((document) => monitoredKeys.has(documentKey(document)));
  const eligible = given.filter((document) => !lacking.includes(document) && !monitored.includes(document));
  const documents = eligible.slice(0, most);
  const body = { documents, ...(months !== undefined && { months }) };
  const cost = useCost('POST /panel/v1/monitoring/preview', entries && documents.length > 0 ? [body] : []);
  const act = useAct('POST /panel/v1/monitoring', { changes: changedByActs });
  const confirm = () =>
    act.mutate(
      { body },
      {
        onSuccess: ({ profiles }) => {
          void notify({ message: words.activated(profiles) });
          onActivated?.([...documents, ...monitored]);
          onClose();
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.activateTitle(documents.length || given.length)}
      confirm={words.activate}
      onConfirm={confirm}
      pending={act.isPending}
      error={saidBeside(cost, act.error)}
      disabled={!canActivate(cost)}
    >
      <Text size="sm">{words.activateWhat}</Text>
      {entries && eligible.length > most && <Text size="sm">{words.firstOnly(most, eligible.length)}</Text>}
      <Unanswered query={query} />
      {lacking.length > 0 && <Text size="sm">{words.leftOut(lacking.length)}</Text>}
      {monitored.length > 0 && <Text size="sm">{words.monitored(monitored.length)}</Text>}
      <Months value={months} onChange={setMonths} open={words.asManyAsFit} />
      {documents.length > 0 && <CostSummary cost={cost} kept={words.monitored} />}
    </Confirm>
  );
}
