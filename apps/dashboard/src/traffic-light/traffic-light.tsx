import { Group } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { coloursOf, inks } from './colours.ts';
import styles from './traffic-light.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Both dots in listed order, and both words. No page explains what a pair means, so no arrow is drawn. */
export function TrafficLight({ code }: { code: number | null }) {
  const words = useWords({ es, en });
  const colours = coloursOf(code);
  if (!colours) return words.unknown(code ?? 0);
  if (colours.length === 0) return words.noValue;
  return (
    <Group gap={6} component="span" display="inline-flex">
      {colours.map((colour) => (
        <span key={colour} className={styles.dot} style={{ background: inks[colour] }} aria-hidden />
      ))}
      {colours.map((colour) => words.colours[colour]).join(' – ')}
    </Group>
  );
}
