import { oneLine } from './one-line.js';

/** Aligned columns under the names of the fields. */
export function table(rows: Record<string, string | number>[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => oneLine(String(row[column] ?? ''))))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const aligned = lines.map((line) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '));
  return aligned.map((line) => `${line.trimEnd()}\n`).join('');
}
