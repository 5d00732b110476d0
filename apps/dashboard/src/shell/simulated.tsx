import { Group, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { sourceNames } from '@vigia/contracts';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import styles from './shell.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** On every screen, as long as any source is answered by the simulator: nobody may take what it invents for a fact. */
export function Simulated() {
  const words = useWords({ es, en });
  const { simulatedSources } = useSession();
  if (simulatedSources.length === 0) return null;
  return (
    <Group className={styles.simulated!} gap={8} wrap="nowrap" role="note">
      <IconFlask size={15} stroke={2} style={{ flexShrink: 0 }} aria-hidden />
      <Text span size="xs">
        {words.simulated(simulatedSources.length, sourceNames.length)}
      </Text>
    </Group>
  );
}
