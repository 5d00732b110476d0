import type { Compared } from './monday.js';

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** A table in Markdown. */
export function tableOf(compared: Compared[]): string {
  const head = ['workers', 'replicas', 'replica-hours', 'most replicas', 'wait p50', 'wait p95', 'longest queue', 'closed unanswered'];
  const lines = compared.map(({ name, how, outcome }) => [
    `\`${name}\``,
    how,
    outcome.replicaHours.toFixed(0),
    String(outcome.mostReplicas),
    seconds(outcome.p50WaitS),
    seconds(outcome.p95WaitS),
    String(outcome.longestQueue),
    `${(100 * outcome.late).toFixed(1)} %`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]!.length)));
  const row = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [row(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(row)].join('\n');
}

const width = 760;
const left = 52;
const panelHeight = 120;
const gap = 46;
const plotWidth = width - left - 12;

interface Line {
  label: string;
  colour: string;
  values: readonly number[];
}

/** Two panels over the hours of the day: the waiting jobs, and the number of replicas. */
export function pictureOf(title: string, waiting: Line[], replicas: Line[]): string {
  const height = 2 * panelHeight + 2 * gap + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    panel('jobs that wait', 32, waiting),
    panel('replicas', 32 + panelHeight + gap, replicas),
    '</svg>',
    '',
  ].join('\n');
}

function panel(title: string, top: number, lines: Line[]): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.reduce((highest, value) => Math.max(highest, value), 0)));
  const bottom = top + panelHeight;
  const x = (share: number) => (left + share * plotWidth).toFixed(1);
  const y = (value: number) => (bottom - (value / most) * panelHeight).toFixed(1);
  const hours = [0, 4, 8, 12, 16, 20, 24].map(
    (hour) =>
      `<path d="M${x(hour / 24)} ${top}V${bottom}" stroke="#ddd"/><text x="${x(hour / 24)}" y="${bottom + 14}" text-anchor="middle">${hour}:00</text>`,
  );
  const keys = lines.map(
    ({ label, colour }, index) => `<text x="${left + 130 + index * 190}" y="${top - 10}" fill="${colour}">${label}</text>`,
  );
  const paths = lines.map(({ colour, values }) => `<path d="${stepsOf(values, x, y)}" fill="none" stroke="${colour}" stroke-width="1.5"/>`);
  return [
    `<text x="${left}" y="${top - 10}" font-weight="bold">${title}</text>`,
    `<text x="${left - 6}" y="${top + 8}" text-anchor="end">${most}</text><text x="${left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    ...hours,
    ...keys,
    ...paths,
    `<path d="M${left} ${bottom}H${width - 12}" stroke="#666"/>`,
  ].join('\n');
}

/** The maximum of every five minutes, as steps where something changed. */
function stepsOf(values: readonly number[], x: (share: number) => string, y: (value: number) => string): string {
  const perStep = 20;
  let path = '';
  let before: number | undefined;
  for (let from = 0; from < values.length; from += perStep) {
    const highest = Math.max(...values.slice(from, from + perStep));
    if (highest === before) continue;
    path += before === undefined ? `M${x(0)} ${y(highest)}` : `H${x(from / values.length)}V${y(highest)}`;
    before = highest;
  }
  return `${path}H${x(1)}`;
}
