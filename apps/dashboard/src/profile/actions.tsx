import { Button } from '@mantine/core';
import { IconEye, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useCan } from '#session/session.ts';
import { useProfileWords } from './use-profile-words.ts';

const Force = lazy(() => import('#monitoring/force.tsx').then((one) => ({ default: one.Force })));
const Activate = lazy(() => import('#monitoring/activate.tsx').then((one) => ({ default: one.Activate })));

/** What can be done with a profile as it stands, for those who may. */
export function Actions({ facts: { docType, taxId, access } }: { facts: AnswerTo<'GET /panel/v1/profiles/:docType/:taxId'> }) {
  const words = useProfileWords();
  const client = useQueryClient();
  const [opened, setOpened] = useState<'force' | 'activate'>();
  const mayForce = useCan('force') && access.state === 'active';
  const mayActivate = useCan('activate') && (access.state === 'expired' || (access.state === 'active' && access.mode === 'query'));
  const close = () => setOpened(undefined);
  return (
    <>
      {mayActivate && (
        <Button
          variant={mayForce ? 'default' : 'filled'}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setOpened('activate')}
        >
          {words.activate}
        </Button>
      )}
      {mayForce && (
        <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setOpened('force')}>
          {words.force}
        </Button>
      )}
      <Suspense>
        {opened === 'force' && <Force taxIds={[taxId]} onClose={close} onBegun={() => void client.invalidateQueries()} />}
        {opened === 'activate' && <Activate documents={[{ docType, taxId }]} onClose={close} />}
      </Suspense>
    </>
  );
}
