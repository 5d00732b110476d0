import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { CreateCredential } from './create.tsx';
import { CredentialList } from './credential-list.tsx';
import { QuickStart } from './quick-start.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Credentials() {
  const words = useWords({ es, en });
  return (
    <OnlyWhoCan act="credentials" title={words.title} refusal={words.onlyAdmins}>
      <Manage />
    </OnlyWhoCan>
  );
}

function Manage() {
  const words = useWords({ es, en });
  const [isCreating, setCreating] = useState(false);
  const query = useAnswer('GET /panel/v1/credentials', {});
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={create} />
      <Answered query={query}>
        {({ credentials }) => (
          <>
            {credentials.length === 0 ? (
              <Empty icon={IconKey} title={words.none}>
                {words.noneMore}
              </Empty>
            ) : (
              <CredentialList credentials={credentials} />
            )}
            <QuickStart accessKey={credentials.find(({ status }) => status === 'active')?.accessKey} />
          </>
        )}
      </Answered>
      {isCreating && <CreateCredential onClose={() => setCreating(false)} />}
    </>
  );
}
