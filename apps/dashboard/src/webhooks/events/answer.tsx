import { Text } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import type { Delivery } from './delivery.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How the latest attempt ended: its status, and the cause where it failed. */
export function Answer({ delivery: { lastStatus, lastFailure, attempts, health } }: { delivery: Delivery }) {
  const words = useWords({ es, en });
  if (attempts === 0) return <Text size="sm" c="dimmed" children="—" />;
  if (lastFailure === null)
    return <Text size="sm">{lastStatus === null ? (health === 'SUCCEEDED' ? '2xx' : '—') : `HTTP ${lastStatus}`}</Text>;
  return (
    <Text size="sm" c="var(--bad-ink)">
      {lastStatus === null ? (lastFailure === 'http' ? words.noAnswer : words.failures[lastFailure]) : `HTTP ${lastStatus}`}
    </Text>
  );
}
