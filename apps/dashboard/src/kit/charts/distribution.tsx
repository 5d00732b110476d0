import styles from './chart.module.css';
import type { Series } from './legend.tsx';

/** Parts of a whole as one bar; a table beside it shows the exact shares. */
export function Distribution({ summary, parts }: { summary: string; parts: (Series & { value: number })[] }) {
  return (
    <div className={styles.distribution} role="img" aria-label={summary}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, colour, value }) => (
          <span key={key} style={{ flex: value, background: colour }} />
        ))}
    </div>
  );
}
