import { csvRecords, type CsvRecord } from '../../reading/csv.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { EntityDraft, familyFirst } from '../entity-draft.js';
import { addIdentity } from '../identities.js';
import type { Birth, ListedEntity } from '../listed-entity.js';
import { tableRows, type TableRow } from '../table.js';
import { dayMonthYear, englishDay } from '../written-days.js';
import { titles, unread, type Column } from './titles.js';

const kinds: Record<string, ListedEntity['kind']> = { individual: 'person', entity: 'company', ship: 'vessel', aircraft: 'aircraft' };

export const uk: Dataset<'list'> = {
  name: 'uk',
  kind: 'list',
  title: 'United Kingdom: UK sanctions list',
  publisher: 'Foreign, Commonwealth and Development Office',
  licence: 'Open Government Licence v3.0',
  address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  cadence: 'two_hourly',
  parser: 4,
  layout: { files: { main: /UK.?Sanctions.?List[^/]*\.csv$/i }, read },
};

/** Rows are a product: every name of an entity with every address and every birth. They are collected by its number. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<ListedEntity> {
  const drafts = new Map<string, EntityDraft>();
  for await (const row of tableRows(afterReportDate(files.main!, notes), { titles, unread }, notes)) {
    const kind = kinds[row.kind.toLowerCase()];
    if (row.id === '' || kind === undefined) {
      notes.reject({
        line: row.line,
        reason: row.id === '' ? 'no_number' : 'unknown_kind',
        text: Object.values(row).slice(1, 12).join('|'),
      });
      continue;
    }
    const draft = drafts.get(row.id) ?? new EntityDraft(row.id, kind);
    drafts.set(row.id, draft);
    addRow(draft, row);
  }
  for (const draft of drafts.values()) {
    if (draft.settleName()) yield draft.finish();
    else notes.reject({ line: 0, reason: 'no_name', text: `entry ${draft.id} has no name` });
  }
}

/** The first line gives the day, the second has the titles. */
async function* afterReportDate(file: SourceFile, notes: Notes): AsyncGenerator<CsvRecord> {
  let first = true;
  for await (const record of csvRecords(file.open())) {
    if (first) {
      first = false;
      const day = reportDay(record.cells[0]!);
      if (!day) throw new UnreadableFile('header', 'the first line does not say the day of the report');
      notes.published(day);
    } else {
      yield record;
    }
  }
}

export function reportDay(cell: string): string | null {
  const written = /^\s*Report Date:(.+)$/is.exec(cell)?.[1] ?? '';
  return englishDay(written) ?? dayMonthYear(written);
}

function addRow(draft: EntityDraft, row: TableRow<Column>): void {
  const given = [row.name1, row.name2, row.name3, row.name4, row.name5].join(' ');
  const written = draft.kind === 'person' ? familyFirst(row.name6, given) : { text: `${row.name6} ${given}`, order: 'unknown' as const };
  const alias = !['primary name', ''].includes(row.nameType.toLowerCase());
  draft.addName(written.text, { alias, weak: /low/i.test(row.strength), order: written.order });
  draft.addName(row.otherScript, { alias: true });
  draft.addBirth(birthOf(row.birth));
  for (const country of [row.nationality, row.addressCountry, row.flag].flatMap((text) => text.split('|'))) draft.addCountry(country);
  draft.addProgramme(row.regime);
  for (const [type, number, more] of [
    ['passport', row.passport, row.passportMore],
    ['national id', row.nationalId, row.nationalIdMore],
    ['registration', row.registration, ''],
  ] as const) {
    if (number !== '') addIdentity(draft, type, asTyped(number), issuerIn(more) ?? onlyCountry(row.nationality));
  }
  if (row.imo !== '') draft.addDocument('IMO', row.imo.replace(/^IMO\s*/i, ''), null);
  for (const remark of [row.title, row.position, row.sanctions, row.other, row.reasons]) draft.addRemark(remark);
  draft.link = 'https://search-uk-sanctions-list.service.gov.uk/';
}

/** An apostrophe before a number keeps a spreadsheet from dropping its leading zeros. */
export function asTyped(number: string): string {
  return number.replaceAll(/^'+|(?<!')'+$/g, '');
}

/** The text beside a number begins with its country: `Peru number, issued 2010`. */
function issuerIn(more: string): string | null {
  return /^([A-Z][A-Za-z ]+?)(?: number|,|$)/.exec(more)?.[1] ?? null;
}

function onlyCountry(nationality: string): string | null {
  return nationality === '' || nationality.includes('|') ? null : nationality;
}

/** `03/02/1965`, or `dd/mm/1965` if only the year is known. */
function birthOf(text: string): Birth | null {
  const day = dayMonthYear(text);
  if (day) return { day };
  const year = Number(/^(?:(?:dd|\d{1,2})\/(?:mm|\d{1,2})\/)?(\d{4})$/i.exec(text)?.[1] ?? 0);
  return year > 0 ? { from: year, to: year } : null;
}
