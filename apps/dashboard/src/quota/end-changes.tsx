import { Text } from '@mantine/core';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import type { Contract } from './contract.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Every change of a contract's end, oldest first. */
export function EndChanges({ of }: { of: Contract['endChanges'] }) {
  const words = useWords({ es, en });
  return of.map(({ changedOn, from, to, reason }, place) => (
    <Text key={place} size="sm" c="dimmed">
      {words.endChanged(day(changedOn), day(from), day(to), reason)}
    </Text>
  ));
}
