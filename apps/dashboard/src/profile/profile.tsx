import { Stack } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import type { DocType } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { Summary } from './summary.tsx';
import { useProfileWords } from './use-profile-words.ts';

const lookAgainMs = 2_000;

/** Everything that is known of one taxpayer. */
export function Profile() {
  const params = useParams({ strict: false }) as { docType: DocType; taxId: string };
  const { fecha } = useSearch({ strict: false });
  const facts = useAnswer(
    'GET /panel/v1/profiles/:docType/:taxId',
    { params },
    { refetchInterval: ({ state }) => (state.data?.openRequest ? lookAgainMs : false) },
  );
  const summary = useAnswer(
    'GET /panel/v1/profiles/:docType/:taxId/summary',
    { params, query: { fecha } },
    { refetchInterval: ({ state }) => (state.data?.data.estado === 'loading' ? lookAgainMs : false) },
  );
  if (facts.error?.status === 404) return <Missing {...params} />;
  return (
    <Answered query={facts} waiting={<Waiting lines={8} />}>
      {(known) => (
        <Stack gap="md">
          <ProfileHeader facts={known} summary={summary.data?.data} />
          <Answered query={summary} waiting={<Waiting lines={12} height={28} />}>
            {({ data }) => <Summary summary={data} />}
          </Answered>
        </Stack>
      )}
    </Answered>
  );
}

function Missing({ docType, taxId }: { docType: string; taxId: string }) {
  const words = useProfileWords();
  return (
    <>
      <PageHeader title={`${docType} ${taxId}`} />
      <Empty icon={IconFileOff} title={words.missing}>
        {words.missingMore}
      </Empty>
    </>
  );
}
