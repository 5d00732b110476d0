import { Progress as Bar, Stack, Text } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { percent } from '#language/money.ts';
import type { Version } from './dataset-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The progress of an import: a share of its bytes, if their number is known. */
export function Progress({ version: { state, step, bytes, bytesRead, lines } }: { version: Version }) {
  const words = useWords({ es, en });
  const share = bytes ? Math.min(100, (100 * bytesRead) / bytes) : undefined;
  const doing = (step !== null && words.steps[step]) || words.versionStates[state];
  const told = [doing, share !== undefined && percent(share), lines > 0 && words.lines(lines)].filter(Boolean);
  return (
    <Stack gap={4} w="100%" maw={240} role="status">
      {share !== undefined && <Bar value={share} size="sm" aria-label={words.progress} />}
      <Text size="xs" c="dimmed">
        {told.join(' · ')}
      </Text>
    </Stack>
  );
}
