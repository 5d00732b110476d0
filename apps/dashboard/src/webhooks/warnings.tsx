import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { useNow } from '#kit/when.tsx';
import { happened, instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { nameOf } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Webhooks that keep failing, each shown once, and those that have recovered since yesterday. Nothing if there are none. */
export function WebhookWarnings() {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const now = useNow();
  const { data } = useAnswer('GET /panel/v1/webhooks/warnings', {});
  const told = data?.warnings.filter(({ endedAs }) => endedAs !== 'switched_off') ?? [];
  // The latest warning of each: a webhook that fails again is no longer shown as recovered.
  const latest = told.filter((one, i) => told.findIndex(({ configurationId }) => configurationId === one.configurationId) === i);
  if (latest.length === 0) return null;
  return (
    <Stack gap="xs" mb="lg">
      {latest.map((warning) => {
        const { warningId, endedAt, cause, failuresInRow, example } = warning;
        const since = instant(warning.failingSince);
        const name = nameOf(warning);
        if (endedAt !== null)
          return (
            <Alert key={warningId} color="good" icon={<IconCircleCheck aria-hidden />} title={words.warnings.recovered(name)} role="status">
              {words.warnings.recoveredAt(happened(endedAt, now, language), since)}
            </Alert>
          );
        return (
          <Alert key={warningId} color="bad" icon={<IconAlertTriangle aria-hidden />} title={words.warnings.failing(name)} role="status">
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="inherit">
                {cause === 'ten_in_a_row' ? words.warnings.tenInARow(failuresInRow, since) : words.warnings.anHour(since, failuresInRow)}
              </Text>
              {example && (
                <Link
                  to="/eventos/$triggerId"
                  params={{ triggerId: example.triggerId }}
                  search={{ delivery: example.deliveryId }}
                  size="sm"
                  fw={600}
                  underline="always"
                  c="inherit"
                >
                  {words.warnings.example}
                </Link>
              )}
            </Group>
          </Alert>
        );
      })}
    </Stack>
  );
}
