export const separators = { coma: ',', punto_y_coma: ';' } as const;
type Separator = (typeof separators)[keyof typeof separators];

/** Text is guarded; numbers and exact values are not, so that a spreadsheet can calculate with them and sort by them. */
export type Cell = string | number | { exact: string } | null;

/** The prefix with the kind of document keeps the number a text, so that a spreadsheet preserves leading zeros. */
export function documentCell({ docType, taxId }: { docType: string | null; taxId: string | null }): Cell {
  return docType && taxId ? `${docType} ${taxId}` : null;
}

/** A day, month or time of our own, which a spreadsheet may read as one. */
export function timeCell(time: string | null): Cell {
  return time === null ? null : { exact: time };
}

/** RFC 4180, for a spreadsheet that may also split lines at the other separator. */
export function csvLine(cells: Cell[], separator: Separator): string {
  return `${cells.map(text).join(separator)}\r\n`;
}

/**
 * What begins a formula, also in full width, and what a spreadsheet would turn into a number without its zeros or its last digits, a date or
 * a time.
 */
const formulaStart = /(^|[,;\t\r\n"])(?=\s*[=+\-@＝＋－＠\t\r])/g;
const numberLike = /^\s*(?:[\d.,]+(?:e[+-]?\d+)?|\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?|\d{1,2}[-/]\d{4}|\d{1,4}(?::\d{1,2}){1,2})\s*$/i;

function text(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return cell.exact;
  const safe = numberLike.test(cell) ? `'${cell}` : cell.replaceAll(formulaStart, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
