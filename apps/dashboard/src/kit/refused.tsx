import { Alert, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { Copy } from './copy.tsx';
import { CountedDown, useCountdown } from './countdown.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The reason of a refusal, beside the request: in a form, in a dialog. */
export function Refused({ error }: { error: Error | null }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const refusal = error instanceof Refusal ? error : undefined;
  const left = useCountdown(refusal?.retryAfterSeconds, error);
  if (!error) return null;
  const isWait = refusal?.status === 429 || refusal?.status === 503;
  return (
    <Alert role="alert" color={isWait ? 'watch' : 'bad'} variant="light" icon={isWait ? <IconClockPause /> : <IconAlertTriangle />}>
      <Text size="sm" c="inherit">
        {refusalWords(error, language)} {left > 0 && <CountedDown>{words.waitSeconds(left)}</CountedDown>}
      </Text>
      {refusal && refusal.status >= 500 && refusal.status !== 503 && refusal.correlationId && <Correlation id={refusal.correlationId} />}
    </Alert>
  );
}

export function Correlation({ id }: { id: string }) {
  const words = useWords({ es, en });
  return (
    <Group gap={4} justify="inherit">
      <Text size="xs" c="inherit">
        {words.correlation}: <Code>{id}</Code>
      </Text>
      <Copy text={id} what={words.correlation.toLowerCase()} />
    </Group>
  );
}
