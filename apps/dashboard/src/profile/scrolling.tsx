import type { ReactNode } from 'react';
import styles from './profile.module.css';

interface Props {
  label: string;
  /** For columns in the order of time: where they do not fit, the latest ones are in view first. */
  startsAtEnd?: boolean;
  children: ReactNode;
}

/** A frame for a table that may be wider than its card: it can be scrolled, also by keyboard, and its first column stays in view. */
export function Scrolling({ label, startsAtEnd = false, children }: Props) {
  return (
    <div
      ref={marksCutEdges}
      className={startsAtEnd ? `${styles.scroll} ${styles.fromEnd}` : styles.scroll}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}

/** Tells the style sheet at which edges the table is cut off. */
function marksCutEdges(frame: HTMLElement | null) {
  const table = frame?.firstElementChild;
  if (!table) return;
  const mark = () => {
    const [edges, whole] = [frame.getBoundingClientRect(), table.getBoundingClientRect()];
    frame.toggleAttribute('data-cut-left', whole.left < edges.left - 1);
    frame.toggleAttribute('data-cut-right', whole.right > edges.right + 1);
  };
  const sizes = new ResizeObserver(mark);
  sizes.observe(frame);
  sizes.observe(table);
  frame.addEventListener('scroll', mark);
  return () => sizes.disconnect();
}
