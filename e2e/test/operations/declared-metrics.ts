import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');

/** Files by the end of their name, from the root of the repository. */
export function filesIn(folder: string, end: string): string[] {
  const names = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => join(folder, name));
}

export const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8');

const sourceFolders = ['apps', 'libs'].flatMap((kind) => readdirSync(join(repository, kind)).map((name) => `${kind}/${name}/src`));

/** Every file of the product. */
export const sourceTexts = sourceFolders.flatMap((folder) => filesIn(folder, '.ts').map(textOf));

interface DeclaredMetric {
  type: string;
  labels: string[];
  /** The upper bounds of the buckets of a histogram. */
  bounds: number[];
}

const declaration = /new (Gauge|Counter|Histogram)\(\{\s*name: '(\w+)'([\s\S]*?)\}\)/g;

/** The metrics of the product as its code declares them; `metrics.system.spec.ts` compares them with what running services report. */
export const declaredMetrics = new Map<string, DeclaredMetric>(
  sourceTexts.flatMap((text) =>
    [...text.matchAll(declaration)].map(([, type, name, rest]) => {
      const labels = /labelNames: \[([^\]]*)\]/.exec(rest!)?.[1] ?? '';
      const [, buckets = ''] = /buckets: \[([^\]]*)\]/.exec(rest!) ?? /const buckets = \[([^\]]*)\]/.exec(text) ?? [];
      return [
        name!,
        {
          type: type!.toLowerCase(),
          labels: [...labels.matchAll(/'(\w+)'/g)].map(([, label]) => label!),
          bounds: type === 'Histogram' ? buckets.split(',').map(Number) : [],
        },
      ];
    }),
  ),
);

/** A histogram is three series. */
export function metricOf(series: string): string {
  const base = series.replace(/_(bucket|sum|count)$/, '');
  return declaredMetrics.get(base)?.type === 'histogram' ? base : series;
}
