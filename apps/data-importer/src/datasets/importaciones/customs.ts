import { dbfRows } from '../../reading/dbf.js';
import { UnreadableFile } from '../../reading/source-file.js';
import { rucFault } from '../cells.js';
import type { Notes, SourceFile } from '../dataset.js';
import type { TradeLine } from '../rows.js';
import { calendarDay, compactDay } from '../written-days.js';

interface CustomsColumns {
  /** Together they are the declaration. */
  declaration: readonly string[];
  numberedOn: string;
  /** Where the file says which kind of document the taxpayer has: 4 is RUC. */
  docType: string | null;
  document: string;
  country: string;
  heading: string;
  fob: string;
  freight: string | null;
  insurance: string | null;
}

const nothing = '0';

/** A week has few days and few taxpayers, each in thousands of lines: what was found out about one is remembered. */
function remembered<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = find(text)));
    return found;
  };
}

/**
 * The lines of one week, in the month in which customs numbered their declaration. Taxpayers without RUC are left out: a person who brings
 * in one parcel is nobody's risk. A heading is numeric in the file, and gets back the zero that it has lost.
 */
export async function* customsWeek(file: SourceFile, columns: CustomsColumns, notes: Notes): AsyncGenerator<TradeLine> {
  notes.part(firstDayOf(file.name));
  const dayOf = remembered(compactDay);
  const faultOf = remembered(rucFault);
  let record = 0;
  const rows = dbfRows<TradeLine>(file.open(), (places, writtenOn) => {
    if (writtenOn) notes.published(writtenOn);
    const place = (name: string) => {
      const found = places.get(name);
      if (!found) throw new UnreadableFile('header', `the table has no column ${name}`);
      return found;
    };
    const read = (name: string) => {
      const { from, to } = place(name);
      return (bytes: Buffer, start: number) => bytes.toString('latin1', start + from, start + to).trim();
    };
    const declaration = columns.declaration.map(read);
    const [numberedOn, document, country, heading] = [columns.numberedOn, columns.document, columns.country, columns.heading].map(read);
    const [docType, freight, insurance] = [columns.docType, columns.freight, columns.insurance].map((name) => name && read(name));
    const fob = read(columns.fob);

    return (bytes, start) => {
      record += 1;
      const ruc = document!(bytes, start);
      if (docType ? docType(bytes, start) !== '4' : ruc.length !== 11) return null;
      const day = dayOf(numberedOn!(bytes, start));
      const amounts = [fob, freight, insurance].map((amount) => (amount ? amount(bytes, start) || nothing : nothing));
      const isBroken = amounts.some((amount) => !/^-?\d+(?:\.\d+)?$/.test(amount));
      const reason = faultOf(ruc) ?? (day === null ? 'no_such_day' : isBroken ? 'amount' : null);
      if (reason) {
        notes.reject({ line: record, reason, text: [ruc, numberedOn!(bytes, start), heading!(bytes, start), ...amounts].join('|') });
        return null;
      }
      return {
        ruc,
        month: day!.slice(0, 7),
        declaration: declaration.map((cell) => cell(bytes, start)).join('-'),
        heading: heading!(bytes, start).padStart(10, '0'),
        country: country!(bytes, start),
        fob: amounts[0]!,
        freight: amounts[1]!,
        insurance: amounts[2]!,
      };
    };
  });
  for await (const lines of rows) {
    yield* lines;
    notes.lines(record);
  }
}

/** Of `ma29050726`: from 29 June to 5 July 2026. Month and year are those of the last day. */
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
