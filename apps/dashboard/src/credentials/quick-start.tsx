import { Anchor, Box, Code, Group, Paper, Text, Title } from '@mantine/core';
import { Copy } from '#kit/copy.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

function linesFor(accessKey: string): string {
  const { origin } = window.location;
  return [
    "CLAVE_SECRETA='vs_…'",
    `TOKEN=$(curl -s -X POST ${origin}/v1/autenticacion/obtener-token -u "${accessKey}:$CLAVE_SECRETA" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s ${origin}/v1/perfiles/cargar -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"taxId":"20990000019","docType":"RUC"}'`,
    `curl -s ${origin}/v2/perfiles/20990000019/resumen -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
}

export function QuickStart({ accessKey = 'vk_…' }: { accessKey: string | undefined }) {
  const words = useWords({ es, en });
  const lines = linesFor(accessKey);
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
