import { line } from 'd3-shape';

import type { Series } from '#kit/charts/legend.tsx';
import styles from './drawing.module.css';
import { Frame, Grid } from './frame.tsx';
import { amounts, points } from './scales.ts';

interface Props {
  summary: string;
  series: Series[];
  /** From left to right; null where nothing is known, which leaves a gap in the line. */
  moments: { label: string; values: Record<string, number | null> }[];
  format: (value: number) => string;
  height: number;
  /** Writes only each n-th label, if all would be too many for the axis. */
  labelEach?: number;
}

const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 4', '10 4'];

/** Some quantities over time. Lines differ in their dashes and in their colour. */
export function Lines({ summary, series, moments, format, height, labelEach = 1 }: Props) {
  const values = moments.flatMap(({ values: all }) => Object.values(all).filter((value) => value !== null));
  const { scale, ticks } = amounts(values, height);
  return (
    <Frame height={height} summary={summary}>
      {(width) => {
        const x = points(
          moments.map(({ label }) => label),
          width,
        );
        const path = (key: string) =>
          line<(typeof moments)[number]>()
            .defined((moment) => typeof moment.values[key] === 'number')
            .x((moment) => x(moment.label) ?? 0)
            .y((moment) => scale(moment.values[key] ?? 0))(moments) ?? '';
        return (
          <>
            <Grid scale={scale} ticks={ticks} width={width} format={format} />
            {series.map(({ key, colour }, place) => (
              <g key={key}>
                <path d={path(key)} className={styles.mark} stroke={colour} strokeDasharray={dashes[place % dashes.length]} />
                {moments.length <= 24 &&
                  moments.map(({ label, values: at }) =>
                    typeof at[key] === 'number' ? <circle key={label} cx={x(label)} cy={scale(at[key])} r={3} fill={colour} /> : null,
                  )}
              </g>
            ))}
            {moments.map(({ label }, place) =>
              place % labelEach === 0 ? (
                <text key={label} x={x(label)} y={height - 6} textAnchor="middle">
                  {label}
                </text>
              ) : null,
            )}
          </>
        );
      }}
    </Frame>
  );
}
