import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { NewCredential } from '#credentials/create.tsx';
import { CredentialList } from '#credentials/credential-list.tsx';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function CredentialsOfCorporation({ corporationId }: { corporationId: string }) {
  const words = useWords({ es, en });
  const [isCreating, setCreating] = useState(false);
  const query = useAnswer('GET /panel/v1/operator/corporations/:corporationId/credentials', { params: { corporationId } });
  return (
    <Paper component="section" p="lg" aria-label={words.title}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.title}</Title>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setCreating(true)}>
          {words.create}
        </Button>
      </Group>
      <Answered query={query}>
        {({ credentials }) =>
          credentials.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <CredentialList credentials={credentials} within={corporationId} />
          )
        }
      </Answered>
      {isCreating && <Create corporationId={corporationId} onClose={() => setCreating(false)} />}
    </Paper>
  );
}

function Create({ corporationId, onClose }: { corporationId: string; onClose: () => void }) {
  const create = useAct('POST /panel/v1/operator/corporations/:corporationId/credentials', {
    changes: ['GET /panel/v1/operator/corporations/:corporationId/credentials', 'GET /panel/v1/operator/corporations'],
  });
  return <NewCredential act={create} onSubmit={(name) => create.mutate({ params: { corporationId }, body: { name } })} onClose={onClose} />;
}
