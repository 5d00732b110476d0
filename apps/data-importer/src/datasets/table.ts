import { UnreadableFile } from '../reading/source-file.js';
import type { Notes } from './dataset.js';

interface Record {
  line: number;
  cells: string[];
}

interface TableForm<Column extends string> {
  /** The title of each column that is read, or the titles that it may have. */
  titles: { [Name in Column]: string | readonly string[] };
  /** Columns that a file may lack: their cells are then empty. */
  optional?: readonly NoInfer<Column>[];
  /** Titles that are known and not read. */
  unread?: readonly string[];
  /**
   * The column that says whom a line is about, and which cells can be read there. A record with a different number of cells then comes too,
   * although it is rejected: with this cell alone, from the first place where it may be and can be read.
   */
  about?: { column: NoInfer<Column>; isReadable: (cell: string) => boolean };
}

export type TableRow<Column extends string> = { line: number; isMisfit?: true } & { [Name in Column]: string };

const notedEvery = 1_000;

/**
 * Rows of a table whose first record holds the titles, in any order. A missing title refuses the file, or is noted if it may be
 * missing; an unknown one is noted, and its column is not read. A record with a different number of cells than the titles is rejected. If it
 * is the last record, the file was cut and is refused.
 */
export async function* tableRows<Column extends string>(
  records: AsyncIterable<Record> | Iterable<Record>,
  form: TableForm<Column>,
  notes: Notes,
): AsyncGenerator<TableRow<Column>> {
  let places: [Column, number | undefined][] | null = null;
  let width = 0;
  let short: Record | null = null;
  let lines = 0;
  for await (const { line, cells } of records) {
    if (!places) {
      places = placesOf(cells, form, notes);
      width = cells.length;
      continue;
    }
    lines += 1;
    if (lines % notedEvery === 0) notes.lines(lines);
    if (short) rejectWidth(short, width, notes);
    short = cells.length === width ? null : { line, cells };
    if (!short) yield rowOf({ line, cells }, places);
    else if (form.about) yield* misfit(short, width, places, form.about);
  }
  if (!places) throw new UnreadableFile('header', 'the file is empty: not even titles');
  if (short && short.cells.length < width) throw new UnreadableFile('cut_line', `the last line (${short.line}) is cut`);
  if (short) rejectWidth(short, width, notes);
  notes.lines(lines);
}

function rowOf<Column extends string>({ line, cells }: Record, places: readonly [Column, number | undefined][]): TableRow<Column> {
  const row = { line } as TableRow<Column>;
  for (const [name, place] of places) {
    (row as { [Name in Column]: string })[name] = place === undefined ? '' : (cells[place]?.trim() ?? '');
  }
  return row;
}

/** The cell is in its place as counted from the first cell or, if a cell too many or too few comes before it, from the last one. */
function* misfit<Column extends string>(
  { line, cells }: Record,
  width: number,
  places: readonly [Column, number | undefined][],
  { column, isReadable }: NonNullable<TableForm<Column>['about']>,
): Generator<TableRow<Column>> {
  const place = places.find(([name]) => name === column)?.[1];
  if (place === undefined) return;
  const at = [place, place + cells.length - width].find((one) => isReadable(cells[one]?.trim() ?? ''));
  if (at === undefined) return;
  const row = rowOf(
    { line, cells },
    places.map(([name]) => [name, name === column ? at : undefined]),
  );
  yield { ...row, isMisfit: true };
}

export function rejectWidth({ line, cells }: Record, width: number, notes: Notes): void {
  notes.reject({ line, reason: 'columns', text: `${cells.length} cells instead of ${width}: ${cells.join('|')}` });
}

function placesOf<Column extends string>(
  titles: string[],
  { titles: known, optional = [], unread = [] }: TableForm<Column>,
  notes: Notes,
): [Column, number | undefined][] {
  const found = titles.map(titleKey);
  const read = Object.entries<string | readonly string[]>(known).map(([name, title]) => [name as Column, [title].flat()] as const);
  const all = new Set([...read.flatMap(([, spellings]) => spellings), ...unread].map(titleKey));
  const twice = titles.filter((_, i) => found[i] !== '' && found.indexOf(found[i]!) !== i);
  if (twice.length > 0) throw new UnreadableFile('header', `columns that come twice: ${twice.join(', ')}`);
  const places = read.map(([name, spellings]): [Column, number | undefined] => {
    const place = found.findIndex((title) => spellings.some((one) => titleKey(one) === title));
    return [name, place === -1 ? undefined : place];
  });
  const absent = read.filter((_, i) => places[i]![1] === undefined);
  const missing = absent.filter(([name]) => !optional.includes(name)).map(([, [title]]) => title);
  if (missing.length > 0) throw new UnreadableFile('header', `missing columns: ${missing.join(', ')}`);
  for (const [i, title] of titles.entries()) if (found[i] !== '' && !all.has(found[i]!)) notes.unreadColumn(title);
  for (const [, [title]] of absent) notes.lackingColumn(title!);
  return places;
}

/** Without case, accents and punctuation: publishers change these, and a dash may come in any encoding. */
function titleKey(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, ' ').trim();
}
