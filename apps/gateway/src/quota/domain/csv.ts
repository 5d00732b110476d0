export const separators = { coma: ',', punto_y_coma: ';' } as const;
export type Separator = (typeof separators)[keyof typeof separators];

/** A text is guarded, a number and what is exact are not: a spreadsheet may reckon with them. */
export type Cell = string | number | { exact: string } | null;

/** What begins a formula, also in full width, and what would become a number and lose its zeros or its last digits. */
const formulaStart = /(^|[,;\t\r\n"])(?=\s*[=+\-@＝＋－＠\t\r])/g;
const numberLike = /^\s*[\d.,]+(?:e[+-]?\d+)?\s*$/i;

/** RFC 4180, for a spreadsheet that may split lines at the other separator too. */
export function csvLine(cells: Cell[], separator: Separator): string {
  return `${cells.map(text).join(separator)}\r\n`;
}

function text(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return cell.exact;
  const safe = numberLike.test(cell) ? `'${cell}` : cell.replaceAll(formulaStart, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
