import { docTypeNamed, isValidDocument, type RejectReason, type RequiredColumn } from '@vigia/contracts';
import { csvRecords } from '../reading/csv.js';
import { SeenKeys } from '../reading/seen-keys.js';
import { amount, dniOf, docTypeOf, rucFault, written } from './cells.js';
import type { Dataset, Notes, SourceFile } from './dataset.js';
import type { Fact } from './rows.js';
import { tableRows, type TableRow } from './table.js';
import { dayMonthYear, isoDay } from './written-days.js';

type ColumnKind = 'text' | 'day' | 'month' | 'amount' | 'currency';

interface RegisterForm {
  /** The column of the taxpayer: `ruc`, or `doc` of any kind. */
  document: 'ruc' | 'doc';
  /** Lines without a document are kept under their name. */
  documentMayLack?: true;
  /** The column that names the kind of the document. Without words in it, the number tells the kind. */
  kindIn?: string;
  columns: Record<string, ColumnKind>;
  /** A file, or a cell in it, may lack the others. */
  required: readonly RequiredColumn[];
}

interface DroppedFact extends Fact {
  facts: Record<string, string | null>;
}

/**
 * A register that nobody publishes as a file: an operator enters it by hand, or receives it, as one CSV in UTF-8 with these titles. A value
 * that does not fit its column is rejected and never guessed. The letters of a document become capitals. If the document of a rejected line
 * can be read, the line becomes an unread fact: without it, the document would be answered as if it were not in the register. A line that
 * says the same as an earlier one is rejected too, because it may be that fact once more or another one. In a line with a wrong number of
 * cells, the place of the document is a guess, and the fact says so.
 */
export function droppedRegister(main: RegExp, form: RegisterForm): Dataset<'facts'>['layout'] {
  return { files: { main }, read: (files, notes) => readRegister(files.main!, form, notes) };
}

export async function* readRegister(file: SourceFile, form: RegisterForm, notes: Notes): AsyncGenerator<DroppedFact> {
  const { columns, required } = form;
  const isRequired = (name: string): name is RequiredColumn => required.some((one) => one === name);
  const optional = Object.keys(columns).filter((name) => !isRequired(name));
  const lacking = Object.fromEntries(required.map((name) => [name, null]));
  const titles = Object.fromEntries([form.document, ...Object.keys(columns)].map((name) => [name, name]));
  const absent = form.documentMayLack ? [...optional, form.document] : optional;
  const isReadable = (cell: string) => written(cell) !== null && documentFault(form, cell) === null;
  const about = { column: form.document, isReadable };
  const seen = new SeenKeys();
  for await (const row of tableRows(csvRecords(file.open()), { titles, optional: absent, about }, notes)) {
    const document = row[form.document]!;
    const facts: Record<string, string | null> = {};
    const { fault, ...holder } = holderOf(form, row);
    let reason = fault;
    for (const [name, kind] of Object.entries(columns)) {
      const cell = written(row[name]!);
      facts[name] = cell === null ? null : readers[kind](cell);
      if (facts[name] !== null) continue;
      if (cell !== null && kind !== 'text') reason ??= kind;
      else if (isRequired(name)) reason ??= `no_${name}`;
    }
    if (!reason && !seen.add(JSON.stringify([holder.document ?? written(document)?.toUpperCase(), facts]))) reason = 'repeated';
    if (!reason) yield { ...holder, facts };
    else if (holder.document) {
      yield { ...holder, facts: { ...facts, ...lacking, ...(row.isMisfit && { guessed: 'document' }) }, unread: true };
    }
    if (reason && !row.isMisfit) notes.reject({ line: row.line, reason, text: Object.values(row).slice(1).join(',') });
  }
}

/**
 * Whom a line is about: nobody who can be asked for, if its document cannot be read or is of another kind, such as a passport. If the kind
 * that the line names is not that of the number, it is about whom the number tells, and is rejected. A program that reads a DNI as an amount
 * drops its leading zeros.
 */
function holderOf(form: RegisterForm, row: TableRow<string>): Pick<Fact, 'docType' | 'document'> & { fault: RejectReason | null } {
  const cell = row[form.document]!;
  const typed = written(cell)?.toUpperCase() ?? null;
  const listed = form.kindIn === undefined ? null : written(row[form.kindIn]!);
  const kind = listed === null ? undefined : docTypeNamed(listed);
  if (kind === 'other') return { docType: null, document: null, fault: null };
  const number = (kind === 'DNI' && typed && dniOf(typed)) || typed;
  if (kind && number && /\d/.test(number) && isValidDocument(kind, number)) return { docType: kind, document: number, fault: null };
  const fault = documentFault(form, cell);
  if (fault) return { docType: null, document: null, fault };
  return { docType: docTypeOf(cell), document: number, fault: listed === null ? null : 'doc_type' };
}

function documentFault({ document: column, documentMayLack }: RegisterForm, document: string): RejectReason | null {
  if (written(document) === null) return documentMayLack ? null : 'no_document';
  if (column === 'ruc') return rucFault(document);
  return docTypeOf(document) === null ? 'document' : null;
}

const readers: Record<ColumnKind, (cell: string) => string | null> = {
  text: (cell) => cell,
  day: (cell) => isoDay(cell) ?? dayMonthYear(cell),
  month: (cell) => {
    const [, year, month] = /^(\d{4})-?(\d{2})$/.exec(cell) ?? [];
    return Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month}` : null;
  },
  amount,
  currency: (cell) => (/^(?:PEN|USD)$/i.test(cell) ? cell.toUpperCase() : null),
};
