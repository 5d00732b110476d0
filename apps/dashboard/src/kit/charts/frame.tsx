import { useElementSize } from '@mantine/hooks';
import { scaleBand, type ScaleLinear, scaleLinear, scalePoint } from 'd3-scale';
import type { ReactNode } from 'react';
import styles from './chart.module.css';

const margin = { top: 8, right: 8, bottom: 22, left: 58 };

/** Ticks are whole numbers for counted figures. A scale with only zeros still has room above. */
export function amounts(values: number[], height: number, ticks = 4) {
  const highest = Math.max(0, ...values);
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), highest === 0 ? 1 : highest])
    .nice(ticks)
    .range([height - margin.bottom, margin.top]);
  return { scale, ticks: scale.ticks(ticks) };
}

export const bands = (labels: string[], width: number) =>
  scaleBand()
    .domain(labels)
    .range([margin.left, width - margin.right])
    .paddingInner(0.45)
    .paddingOuter(0.35);

export const points = (labels: string[], width: number) =>
  scalePoint()
    .domain(labels)
    .range([margin.left, width - margin.right])
    .padding(0.5);

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
