import { csvRecords, type CsvRecord } from '../../reading/csv.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Notes, SourceFile } from '../dataset.js';
import { EntityDraft } from '../entity-draft.js';
import type { ListedEntity } from '../listed-entity.js';
import { rejectWidth } from '../table.js';
import { addRemarks, orderOf } from './remarks.js';

const kinds: Record<string, ListedEntity['kind']> = { individual: 'person', '': 'company', vessel: 'vessel', aircraft: 'aircraft' };

/** Columns 4 to 10 of an entry; most of them concern ships. */
const particulars = ['Title', 'Call sign', 'Vessel type', 'Tonnage', 'Gross registered tonnage', 'Vessel flag', 'Vessel owner'];
const flag = 5;

const unknownPlace = /^(?:undetermined|none identified|region: .*)?$/i;

interface Progress {
  lines: number;
  notes: Notes;
}

/** OFAC prints no titles: the position of a column gives its meaning, and only the number of columns can be checked. */
export async function* readOfac(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  const progress = { lines: 0, notes };
  const { main, ...beside } = wholeSet(files);
  const aliases = await byEntry(beside.aliases, 5, progress);
  const addresses = await byEntry(beside.addresses, 6, progress);
  const comments = await byEntry(beside.comments, 2, progress);

  for await (const { line, cells } of wholeRecords(main, 12, progress)) {
    const [id = '', name = '', type = '', programmes = ''] = cells;
    const kind = kinds[type];
    if (!/^\d+$/.test(id) || kind === undefined || name === '') {
      notes.reject({ line, reason: name === '' ? 'no_name' : kind === undefined ? 'unknown_kind' : 'no_number', text: cells.join('|') });
      for (const others of [aliases, addresses, comments]) others.delete(id);
      continue;
    }
    const draft = new EntityDraft(id, kind);
    draft.link = `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`;
    draft.addName(name, { alias: false, order: orderOf(kind, name) });
    for (const [, , , alias = ''] of take(aliases, id)) draft.addName(alias, { alias: true, order: orderOf(kind, alias) });
    const places = new Set(take(addresses, id).map(([, , , , country = '']) => country));
    for (const place of places) if (!unknownPlace.test(place)) draft.addCountry(place);
    if (places.size > 0) draft.addRemark(`Addresses: ${[...places].toSorted().join(', ')}`);
    for (const programme of programmes.split('] [')) draft.addProgramme(programme.replaceAll(/^\[|\]$/g, ''));
    const particular = cells.slice(4, 11);
    draft.addCountry(particular[flag]!);
    for (const [i, text] of particular.entries()) if (text !== '') draft.addRemark(`${particulars[i]}: ${text}`);
    // A long remark continues in another file, in the middle of a word.
    addRemarks(
      draft,
      cells[11]! +
        take(comments, id)
          .map(([, rest = '']) => rest)
          .join(''),
    );
    yield draft.finish();
  }
  const [orphan] = [...aliases.keys(), ...addresses.keys(), ...comments.keys()];
  if (orphan !== undefined)
    throw new UnreadableFile('form', `entry ${orphan} is in one file and not in the other: they are of different days`);
}

const roles = ['main', 'aliases', 'addresses', 'comments'] as const;
const roleNames = { main: 'the entries', aliases: 'the aliases', addresses: 'the addresses', comments: 'the comments' };

/** Nothing in a file tells of the others. Without them, nobody would be found who is listed under an alias. */
function wholeSet(files: Record<string, SourceFile>): Record<(typeof roles)[number], SourceFile> {
  const missing = roles.filter((role) => !files[role]).map((role) => roleNames[role]);
  if (missing.length > 0)
    throw new UnreadableFile('archive', `without the file of ${missing.join(', of ')}: bring all four together, such as in one zip`);
  return files as ReturnType<typeof wholeSet>;
}

function take(byId: Map<string, string[][]>, id: string): string[][] {
  const cells = byId.get(id) ?? [];
  byId.delete(id);
  return cells;
}

async function byEntry(file: SourceFile, columns: number, progress: Progress): Promise<Map<string, string[][]>> {
  const records = new Map<string, string[][]>();
  for await (const { cells } of wholeRecords(file, columns, progress)) {
    const known = records.get(cells[0]!);
    if (known) known.push(cells);
    else records.set(cells[0]!, [cells]);
  }
  return records;
}

async function* wholeRecords(file: SourceFile, columns: number, progress: Progress): AsyncGenerator<CsvRecord> {
  const { notes } = progress;
  let odd: CsvRecord | null = null;
  for await (const { line, cells } of csvRecords(file.open(), { encoding: 'latin1' })) {
    progress.lines += 1;
    if (odd) rejectWidth(odd, columns, notes);
    odd = cells.length === columns ? null : { line, cells };
    // An empty cell is written `-0- `.
    if (!odd) yield { line, cells: cells.map((cell) => (cell.trim() === '-0-' ? '' : cell)) };
  }
  if (odd && odd.cells.length < columns) throw new UnreadableFile('cut_line', `the last line (${odd.line}) of ${file.name} is cut`);
  if (odd) rejectWidth(odd, columns, notes);
  notes.lines(progress.lines);
}
