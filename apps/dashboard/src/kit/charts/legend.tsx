import styles from './chart.module.css';

/** One of several quantities in a chart. Its pattern distinguishes it without colour, as in print. */
export interface Series {
  key: string;
  label: string;
  /** A CSS colour, such as a variable of the theme. */
  colour: string;
}

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
