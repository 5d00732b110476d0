import { useElementSize } from '@mantine/hooks';
import type { ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import styles from './drawing.module.css';
import { margin } from './scales.ts';

interface Props {
  height: number;
  /** The whole chart in one sentence, for screen readers. A table beside it shows the exact figures. */
  summary: string;
  children: (width: number) => ReactNode;
}

/** A drawing that fills the available width without scaling its letters. */
export function Frame({ height, summary, children }: Props) {
  const { ref, width: measured } = useElementSize();
  const width = Math.round(measured) || 560;
  return (
    <div ref={ref} style={{ minHeight: height }}>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {children(width)}
      </svg>
    </div>
  );
}

interface GridProps {
  scale: ScaleLinear<number, number>;
  ticks: number[];
  width: number;
  format: (value: number) => string;
}

export function Grid({ scale, ticks, width, format }: GridProps) {
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${scale(tick)})`}>
          <line x1={margin.left} x2={width - margin.right} className={tick === 0 ? styles.base : styles.grid} />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}
