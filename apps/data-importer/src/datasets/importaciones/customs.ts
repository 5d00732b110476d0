import { CopiedLines } from '../../reading/copied-lines.js';
import { dbfRecords } from '../../reading/dbf.js';
import { UnreadableFile, type CopiedRows } from '../../reading/source-file.js';
import type { Notes, SourceFile } from '../dataset.js';
import { rucFaultAt } from '../rucs.js';
import { calendarDay, compactDay } from '../written-days.js';
import { Cell } from './cell.js';
import { SeenSeries } from './seen-series.js';

interface CustomsColumns {
  /** The columns that together identify the declaration. */
  declaration: readonly string[];
  /** The line of the declaration. */
  series: string;
  numberedOn: string;
  /** The column with the taxpayer's kind of document, if the file has one: 4 is RUC. */
  docType: string | null;
  document: string;
  country: string;
  heading: string;
  fob: string;
  freight: string | null;
  insurance: string | null;
}

/** Some three million records of 668 bytes; a week has hundreds of thousands. */
export const mostBytes = 2 * 1024 ** 3;

const typeRuc = 0x34;
const dash = Buffer.from('-');
const nothing = Buffer.from('0');
/** Heading, country and the three amounts. */
const withoutValues = Buffer.from('\t\t\t0\t0\t0');
const zeros = Buffer.from('0000000000');
const fewestHeadingDigits = 9;

/**
 * The lines of one week, by the month in which customs numbered their declaration. Taxpayers without a RUC are left out: a person who
 * imports one parcel is no risk to anybody. A heading is numeric in the file, so its lost leading zero is restored. If a series appears
 * twice, the first line counts. A row without a heading stands for a rejected line of a taxpayer, whose amounts would otherwise seem complete.
 */
export async function* customsWeek(file: SourceFile, columns: CustomsColumns, notes: Notes): AsyncGenerator<CopiedRows> {
  const firstDay = firstDayOf(file.name);
  const firstMonth = Buffer.from(firstDay.slice(0, 'YYYY-MM'.length));
  notes.part(firstDay);
  const months = new Months();
  const seen = new SeenSeries();
  const lines = new CopiedLines();
  let record = 0;
  const table = dbfRecords(file.open(), (places, writtenOn) => {
    if (writtenOn) notes.published(writtenOn);
    const cell = (name: string) => {
      const place = places.get(name);
      if (!place) throw new UnreadableFile('header', `the table has no column ${name}`);
      return new Cell(place);
    };
    const declaration = columns.declaration.map(cell);
    const series = [...declaration, cell(columns.series)];
    const [numberedOn, document, country, heading] = [columns.numberedOn, columns.document, columns.country, columns.heading].map(cell);
    const docType = columns.docType === null ? null : cell(columns.docType);
    const amounts = [columns.fob, columns.freight, columns.insurance].map((name) => (name === null ? null : cell(name)));
    const read = [...series, numberedOn!, document!, country!, heading!, ...amounts.filter((amount) => amount !== null)];
    const copyDeclaration = (month: Buffer) => {
      document!.copyTo(lines);
      lines.value(month, 0, month.length);
      for (const [i, part] of declaration.entries()) {
        if (i === 0) lines.begin();
        else lines.append(dash, 0, dash.length);
        part.appendTo(lines);
      }
    };
    const copyUnread = (month: Buffer) => {
      copyDeclaration(month);
      lines.append(withoutValues, 0, withoutValues.length);
      lines.endUncounted();
    };

    return (bytes, start) => {
      record += 1;
      if (docType) {
        docType.look(bytes, start);
        if (docType.length !== 1 || bytes[docType.start] !== typeRuc) return;
      }
      for (const each of read) each.look(bytes, start);
      if (!docType && document!.length !== 11) return;
      const month = months.of(numberedOn!);
      const rucFault = rucFaultAt(bytes, document!.start, document!.end);
      const fault = month === null ? 'no_such_day' : faultIn(heading!, amounts);
      const reason = rucFault ?? fault ?? (seen.add(series) ? null : 'repeated');
      if (reason) {
        const text = [document!, ...series, numberedOn!, heading!, ...amounts].map((each) => each?.text() || '0').join('|');
        notes.reject({ line: record, reason, text });
        if (fault && !rucFault) copyUnread(month ?? firstMonth);
        return;
      }
      copyDeclaration(month!);
      lines.begin();
      lines.append(zeros, heading!.length, zeros.length);
      heading!.appendTo(lines);
      country!.copyTo(lines);
      for (const amount of amounts) {
        if (amount && amount.length > 0) amount.copyTo(lines);
        else lines.value(nothing, 0, nothing.length);
      }
      lines.endRow();
    };
  });
  while (!(await table.next()).done) {
    notes.lines(record);
    if (lines.isEnough) yield lines.taken();
  }
  yield lines.taken();
}

/** Such a line would make the loader refuse all trade of the taxpayer. */
function faultIn(heading: Cell, amounts: readonly (Cell | null)[]): 'form' | 'amount' | null {
  const isHeading = heading.length >= fewestHeadingDigits && heading.length <= zeros.length && heading.digits() !== null;
  if (!isHeading) return 'form';
  return amounts.some((amount) => amount && amount.length > 0 && !amount.isAmount()) ? 'amount' : null;
}

/** For `ma29050726`: from 29 June to 5 July 2026. Month and year are those of the last day. */
function firstDayOf(name: string): string {
  const [, first, last, month, year] = /(?:^|\/)[a-z]+(\d{2})(\d{2})(\d{2})(\d{2})\.dbf$/i.exec(name) ?? [];
  const end = year && calendarDay(2000 + Number(year), Number(month), Number(last));
  if (!end) throw new UnreadableFile('form', `${name}: the name does not say which week, as in ma29050726.dbf`);
  for (let daysBefore = 0; daysBefore < 7; daysBefore += 1) {
    const day = new Date(Date.parse(`${end}T00:00:00Z`) - daysBefore * 86_400_000).toISOString().slice(0, 10);
    if (day.endsWith(`-${first}`)) return day;
  }
  throw new UnreadableFile('form', `${name}: ${first} is not in the week that ends on ${end}`);
}

/** The month of a day. A week has few days, each in thousands of lines, so the results are cached. */
class Months {
  private readonly known = new Map<number, Buffer | null>();

  /** `2026-09` from `20260930`; null if there is no such day. */
  of(cell: Cell): Buffer | null {
    const digits = cell.length === 8 ? cell.digits() : null;
    if (digits === null) return null;
    let month = this.known.get(digits);
    if (month === undefined) {
      const day = compactDay(cell.text());
      month = day === null ? null : Buffer.from(day.slice(0, 7));
      this.known.set(digits, month);
    }
    return month;
  }
}
