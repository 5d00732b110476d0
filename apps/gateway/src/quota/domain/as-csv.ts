/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function asCsv(rows: object[]): string {
  const flat = rows.map(flatten);
  const columns = Object.keys(flat[0] ?? {});
  const lines = flat.map((row) => columns.map((column) => cell(row[column])).join(','));
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

function flatten(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row as Record<string, unknown>).flatMap(([name, value]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([inner, of]) => [`${name}_${inner}`, of as unknown])
        : [[name, value]],
    ),
  ) as Record<string, unknown>;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
