import { Group, Text } from '@mantine/core';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { sourceStates, stateLooks, stateOf, type Source } from './source-state.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How many sources are in each state, worst first. */
export function StateCounts({ sources, mb }: { sources: Source[]; mb?: 'md' }) {
  const words = useWords({ es, en });
  const counts = sourceStates.map((state) => ({ state, amount: sources.filter((source) => stateOf(source) === state).length }));
  return (
    <Group gap="md" {...(mb && { mb })}>
      {counts
        .filter(({ amount }) => amount > 0)
        .map(({ state, amount }) => (
          <Group gap={6} key={state}>
            <StatusBadge {...stateLooks[state]}>{words.states[state]}</StatusBadge>
            <Text size="sm">{words.counted(amount)}</Text>
          </Group>
        ))}
    </Group>
  );
}
