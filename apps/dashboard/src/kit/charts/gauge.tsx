import styles from './chart.module.css';

interface Props {
  summary: string;
  value: number;
  max: number;
  colour: string;
}

/** A share of a whole, as half a ring with the figure in it. */
export function Gauge({ summary, value, max, colour }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const arc = { d: 'M-41 0 A41 41 0 0 1 41 0', pathLength: 1, fill: 'none', strokeWidth: 14 };
  return (
    <svg viewBox="-50 -50 100 54" width={104} height={56} role="img" aria-label={summary} className={styles.gauge}>
      <path {...arc} stroke="var(--line)" />
      {share > 0 && <path {...arc} stroke={colour} strokeDasharray={`${share} 1`} />}
      <text textAnchor="middle" y={-4} fontSize={20} fontWeight={650} fill="var(--mantine-color-text)">
        {value}
      </text>
    </svg>
  );
}
