import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { Answered } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { Card } from './card.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Receivers that keep failing: a person is told where the day begins. */
export function Warnings() {
  const words = useWords({ es, en });
  const warnings = useAnswer('GET /panel/v1/webhooks/warnings', {});
  return (
    <Card title={words.webhooks}>
      <Answered query={warnings}>
        {({ warnings: all }) => {
          const open = all.filter(({ endedAt }) => endedAt === null);
          if (open.length === 0) return <Text size="sm">{words.noWarnings}</Text>;
          return (
            <Stack gap={6} align="flex-start">
              <StatusBadge tone="bad" icon={IconAlertTriangle}>
                {words.failing(open.length)}
              </StatusBadge>
              <Link to={'/webhooks' as '/'}>{words.seeThem}</Link>
            </Stack>
          );
        }}
      </Answered>
    </Card>
  );
}
