import { Text } from '@mantine/core';
import { useProfileWords } from '#profile/use-profile-words.ts';

/** How current each part of a section is, in one line. */
export function Updates({ of }: { of: [what: string, day: string][] }) {
  const { updated } = useProfileWords().sections;
  return (
    <Text size="xs" c="dimmed" mt="sm">
      {updated}: {of.map(([what, day]) => `${what} ${day}`).join(' · ')}
    </Text>
  );
}
