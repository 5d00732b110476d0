import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { queryOf, sampleRuc } from '#gateway/first-query.ts';
import { Copy } from '#kit/copy.tsx';
import { Link } from '#kit/link.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import styles from './home.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** What to do while there is nothing to see. */
export function FirstVisit() {
  const words = useWords({ es, en });
  const { can, simulatedSources } = useSession();
  const query = queryOf(sampleRuc(simulatedSources));
  const { origin } = window.location;
  const token = `curl -X POST ${origin}/v1/autenticacion/obtener-token -u "$ACCESS_KEY:$ACCESS_SECRET"`;
  const load = `curl ${origin}/v2/perfiles/cargar -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '${query}'`;
  const hook = `curl ${origin}/v2/webhook/perfiles/resumen -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '${query}'`;
  const lines = [
    { line: token, what: words.tokenStep },
    { line: load, what: words.loadStep },
    { line: hook, what: words.webhookStep },
  ];
  const ways = [
    { to: '/credenciales', isOpen: can.includes('credentials'), closed: words.askAdmin },
    { to: '/cargas', isOpen: can.includes('load'), closed: words.askAnalyst },
    { to: '/webhooks', isOpen: can.includes('webhooks'), closed: words.askAdmin },
  ] as const;
  return (
    <Paper component="section" p="lg" aria-label={words.welcome}>
      <Title order={2} fz="lg">
        {words.welcome}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {words.welcomeMore}
      </Text>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {words.steps.map(({ title, more }, place) => (
          <Group component="li" key={title} align="flex-start" wrap="nowrap">
            <span className={styles.step} aria-hidden>
              {place + 1}
            </span>
            <Stack gap={4} flex={1} miw={0}>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {more}
              </Text>
              {ways[place]!.isOpen ? (
                <Link to={ways[place]!.to} size="sm" fw={600}>
                  {words.stepLinks[place]}
                </Link>
              ) : (
                <Text size="sm">{ways[place]!.closed}</Text>
              )}
              <Line {...lines[place]!} />
            </Stack>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function Line({ line, what }: { line: string; what: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {line}
      </Code>
      <Copy text={line} what={what} />
    </Group>
  );
}
