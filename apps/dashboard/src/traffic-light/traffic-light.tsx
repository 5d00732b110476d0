import { Group } from '@mantine/core';
import { colourNames, coloursOf, type TrafficColour } from '@vigia/contracts';
import { useWords } from '#language/language.tsx';
import styles from './traffic-light.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const inks: Record<TrafficColour, string> = { red: '#d23b33', yellow: '#e0a81f', gray: '#8b959f', green: '#2f8f55', white: '#ffffff' };

/** Both dots in listed order, and both words. */
export function TrafficLight({ code }: { code: number | null }) {
  const names = colourNames(code, useWords({ es, en }));
  const colours = coloursOf(code);
  if (!colours || colours.length === 0) return names;
  return (
    <Group gap={6} component="span" display="inline-flex">
      {colours.map((colour) => (
        <span key={colour} className={styles.dot} style={{ background: inks[colour] }} aria-hidden />
      ))}
      {names}
    </Group>
  );
}
