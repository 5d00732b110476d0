import type { ComponentProps } from 'react';
import { Lines } from './lines.tsx';
import { StackedBars } from './stacked-bars.tsx';

/** Either of them: they are one part of the page, and one retry fetches both. */
export function Drawing(props: ComponentProps<typeof StackedBars> | ComponentProps<typeof Lines>) {
  return 'bars' in props ? <StackedBars {...props} /> : <Lines {...props} />;
}
