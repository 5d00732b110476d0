import { Progress as Bar, Stack, Text } from '@mantine/core';
import { useCountdown } from '#kit/countdown.ts';
import { useWords } from '#language/language.tsx';
import type { Progress } from './sending.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How many requests have been accepted, and how long the next one waits. */
export function SendingProgress({ sent, of, waitSeconds }: Progress) {
  const words = useWords({ es, en });
  const left = useCountdown(waitSeconds, sent);
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {words.sending(sent, of)} {waitSeconds !== undefined && left > 0 && words.sendingWaits(left)}
      </Text>
      <Bar value={(100 * sent) / Math.max(of, 1)} aria-label={words.sending(sent, of)} />
    </Stack>
  );
}
