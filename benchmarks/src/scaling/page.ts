import type { Compared } from './monday.js';
import { pictureOf, tableOf } from './report.js';

const begin = '<!-- written by `npm run simulate:scaling -- --write` -->';
const end = '<!-- until here -->';

interface Page {
  table: string;
  picture: string;
}

/** What `docs/kubernetes.md` shows of a Monday for each worker type; the picture is of the last. */
export function scalingPage(days: Compared[][]): Page {
  const [byRule, , average] = days.at(-1)!;
  const lines = [
    { label: byRule!.how, colour: '#0b7285', outcome: byRule!.outcome },
    { label: average!.how, colour: '#c92a2a', outcome: average!.outcome },
  ];
  const line = (key: 'waiting' | 'replicas') => lines.map(({ label, colour, outcome }) => ({ label, colour, values: outcome[key] }));
  return { table: tableOf(days.flat()), picture: pictureOf(`A Monday of ${byRule!.name}`, line('waiting'), line('replicas')) };
}

export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('the page has no place for the table');
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}
