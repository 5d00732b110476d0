import type { ReactNode } from 'react';
import styles from './profile.module.css';

/** Names and their values, one below the other or in columns. */
export function Facts({ facts, isWide }: { facts: [name: string, value: ReactNode][]; isWide?: boolean }) {
  return (
    <dl className={isWide ? styles.wideFacts : styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
