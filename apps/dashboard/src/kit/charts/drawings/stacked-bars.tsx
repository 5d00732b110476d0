import { stack } from 'd3-shape';
import { useId } from 'react';
import type { Bar } from '#kit/charts/bar.ts';
import type { Series } from '#kit/charts/legend.tsx';
import { Frame, Grid } from './frame.tsx';
import { amounts, bands } from './scales.ts';

interface Props {
  summary: string;
  series: Series[];
  bars: Bar[];
  format: (value: number) => string;
  height: number;
}

/** A few bars, each the sum of its parts. */
export function StackedBars({ summary, series, bars, format, height }: Props) {
  const id = useId();
  const known = bars.flatMap(({ label, values }) => (values ? [{ ...values, label }] : []));
  const layers = stack<Record<string, number | string>>()
    .keys(series.map(({ key }) => key))
    .value((bar, key) => Number(bar[key] ?? 0))(known);
  const { scale, ticks } = amounts(
    layers.flatMap((layer) => layer.map(([, top]) => top)),
    height,
  );
  return (
    <Frame height={height} summary={summary}>
      {(width) => {
        const x = bands(
          bars.map(({ label }) => label),
          width,
        );
        const barWidth = Math.min(x.bandwidth(), 72);
        const left = (label: string) => (x(label) ?? 0) + (x.bandwidth() - barWidth) / 2;
        return (
          <>
            <Patterns id={id} count={series.length} />
            <Grid scale={scale} ticks={ticks} width={width} format={format} />
            {layers.map((layer, place) =>
              layer.map(([bottom, top], bar) => {
                const box = {
                  x: left(String(known[bar]!.label)),
                  y: scale(top),
                  width: barWidth,
                  height: Math.max(0, scale(bottom) - scale(top)),
                };
                return (
                  <g key={`${place}-${bar}`}>
                    <rect {...box} fill={series[place]!.colour} />
                    <rect {...box} fill={`url(#${patternId(id, place)})`} className="only-printed" />
                  </g>
                );
              }),
            )}
            {bars.map(({ label }) => (
              <text key={label} x={(x(label) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
                {label}
              </text>
            ))}
          </>
        );
      }}
    </Frame>
  );
}

/** Lines in four directions and dots, drawn over a colour in print. */
const shapes = ['M0 6 L6 0', 'M0 0 L6 6', 'M3 0 V6', 'M0 3 H6', 'M0 6 L6 0 M0 0 L6 6', 'M1 1 h1 v1 h-1 z M4 4 h1 v1 h-1 z'];

function Patterns({ id, count }: { id: string; count: number }) {
  return (
    <defs className="only-printed">
      {Array.from({ length: count }, (_, place) => (
        <pattern key={place} id={patternId(id, place)} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d={shapes[place % shapes.length]} stroke="#fff" strokeWidth="1.2" fill="none" />
        </pattern>
      ))}
    </defs>
  );
}

const patternId = (id: string, place: number) => `${id}-${place}`;
