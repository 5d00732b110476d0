import { Anchor, Box, Button, Code, Group, Paper, Text, Title } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { queryOf, sampleRuc } from '#gateway/first-query.ts';
import { useAnswer } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { useSession } from '#session/session.ts';
import { CreateCredential } from './create.tsx';
import { CredentialList } from './credential-list.tsx';
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

function linesFor(accessKey: string, ruc: string): string {
  const { origin } = window.location;
  return [
    "CLAVE_SECRETA='vs_…'",
    `RUC='${ruc}'`,
    `TOKEN=$(curl -s -X POST ${origin}/v1/autenticacion/obtener-token -u "${accessKey}:$CLAVE_SECRETA" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${origin}/v2/perfiles/cargar -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '${queryOf("'$RUC'")}'`,
    `curl -s ${origin}/v2/perfiles/$RUC/resumen -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
}

function QuickStart({ accessKey = 'vk_…' }: { accessKey: string | undefined }) {
  const words = useWords({ es, en });
  const { simulatedSources } = useSession();
  const lines = linesFor(accessKey, sampleRuc(simulatedSources));
  return (
    <Paper component="section" p="md" mt="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box>
          <Title order={2}>{words.quickStart}</Title>
          <Text size="sm" c="dimmed" mt={2}>
            {words.quickStartMore}
          </Text>
        </Box>
        <Copy text={lines} what={words.lines} />
      </Group>
      <Code block mt="sm" tabIndex={0} role="region" aria-label={words.quickStart} style={{ whiteSpace: 'pre', overflowX: 'auto' }}>
        {lines}
      </Code>
      <Anchor href="/docs" size="sm" mt="sm" display="inline-block">
        {words.reference}
      </Anchor>
    </Paper>
  );
}
