import { arc } from 'd3-shape';
import styles from './chart.module.css';

interface Props {
  summary: string;
  value: number;
  max: number;
  colour: string;
}

const quarter = Math.PI / 2;
const shape = arc<number>().innerRadius(34).outerRadius(48).startAngle(-quarter).cornerRadius(2);

/** A share of a whole, as half a ring with the figure in it. */
export function Gauge({ summary, value, max, colour }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const end = (part: number) => -quarter + part * Math.PI;
  return (
    <svg viewBox="-50 -50 100 54" width={104} height={56} role="img" aria-label={summary} className={styles.gauge}>
      <path d={shape.endAngle(end(1))(1) ?? ''} fill="var(--line)" />
      {share > 0 && <path d={shape.endAngle(end(share))(share) ?? ''} fill={colour} />}
      <text textAnchor="middle" y={-4} fontSize={20} fontWeight={650} fill="var(--mantine-color-text)">
        {value}
      </text>
    </svg>
  );
}
