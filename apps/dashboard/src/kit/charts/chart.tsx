import type { ComponentProps } from 'react';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Legend } from './legend.tsx';

// What draws weighs more than most screens. The figures are in a table beside each chart: a reader waits for no drawing.
const Drawing = lazyPart(() => import('./drawings/drawing.tsx'), 'Drawing', null);

/** A few bars, or lines over time. The drawing has its place and its legend before it comes, so that nothing moves then. */
export function Chart(props: ComponentProps<typeof Drawing>) {
  const { height, series } = props;
  return (
    <>
      <div style={{ minHeight: height }}>
        <Drawing {...props} />
      </div>
      {series.length > 1 && <Legend series={series} />}
    </>
  );
}
