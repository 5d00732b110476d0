import styles from './chart.module.css';
import type { Series } from './series.ts';

export function Legend({ series }: { series: Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden>
      {series.map(({ key, label, colour }) => (
        <li key={key}>
          <span className={styles.swatch} style={{ background: colour }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
