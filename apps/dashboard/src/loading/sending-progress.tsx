import { Progress as Bar, Stack, Text } from '@mantine/core';
import { refusalWords } from '#gateway/refusal-words.ts';
import { waitOf } from '#gateway/repeating.ts';
import { CountedDown, useCountdown } from '#kit/countdown.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import type { Progress } from './sending.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How many requests have been accepted, and why and how long the next one waits. */
export function SendingProgress({ sent, of, waitsFor }: Progress) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const left = useCountdown(waitsFor && waitOf(waitsFor), waitsFor);
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {words.sending(sent, of)} {waitsFor && refusalWords(waitsFor, language)}{' '}
        {left > 0 && <CountedDown>{words.sendingWaits(left)}</CountedDown>}
      </Text>
      <Bar value={(100 * sent) / Math.max(of, 1)} aria-label={words.sending(sent, of)} />
    </Stack>
  );
}
