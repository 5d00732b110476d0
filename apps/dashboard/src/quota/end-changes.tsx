import { Text } from '@mantine/core';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import type { Contract } from './contract.ts';

const es = {
  changed: (on: string, from: string, to: string, reason: string) => `El ${on} el fin pasó del ${from} al ${to}. Motivo: ${reason}`,
};
const en: typeof es = {
  changed: (on, from, to, reason) => `On ${on} the end was moved from ${from} to ${to}. Reason: ${reason}`,
};

/** Every change of a contract's end, oldest first. */
export function EndChanges({ of = [] }: { of: Contract['endChanges'] }) {
  const words = useWords({ es, en });
  return of.map(({ changedOn, from, to, reason }, place) => (
    <Text key={place} size="sm" c="dimmed">
      {words.changed(day(changedOn), day(from), day(to), reason)}
    </Text>
  ));
}
