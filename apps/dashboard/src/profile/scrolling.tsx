import type { ReactNode } from 'react';
import styles from './profile.module.css';

/** A frame for a table that may be wider than its card: it can be scrolled, also by keyboard. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
