import { type DocType, documentPattern, isValidDocument, possibleDocTypes } from '@vigia/contracts';
import { isTakenForRuc, typedDocument } from '#language/document.ts';

/**
 * Why a line is not sent: another kind of document by its form or as it says, a wrong check digit, an amount, a day or no document at all,
 * several, or a repetition.
 */
export type Fault =
  | { why: 'repeated' | 'several' | 'check_digit' | 'decimals' | 'day' | 'malformed' }
  | { why: 'other_kind'; kinds: DocType[] }
  | { why: 'says_other_kind'; kind: DocType };

interface FaultyLine {
  line: number;
  text: string;
  fault: Fault;
}

export interface TypedList {
  taxIds: string[];
  faulty: FaultyLine[];
}

/** The text of a file in UTF-8, or in UTF-16 as Excel writes its "Unicode text". */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  return new TextDecoder(mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8').decode(bytes);
}

const likeRuc = new RegExp(documentPattern(['RUC']));

/** The text that was typed, pasted or read from a CSV file: on each line one document, in its first column, or several RUCs. */
export function readList(docType: DocType, text: string): TypedList {
  const list: TypedList = { taxIds: [], faulty: [] };
  const seen = new Set<string>();
  for (const { line, cells } of rowsOf(text)) {
    const { taxIds, fault } = documentsOf(docType, cells, seen);
    if (fault) list.faulty.push({ line, text: (fault.why === 'several' ? cells.join(', ') : cells[0]!).slice(0, 40), fault });
    for (const taxId of taxIds) {
      list.taxIds.push(taxId);
      seen.add(taxId);
    }
  }
  return list;
}

function documentsOf(docType: DocType, cells: string[], seen: ReadonlySet<string>): { taxIds: string[]; fault?: Fault } {
  const [first, ...others] = cells.map((cell) => {
    const document = typedDocument(cell);
    return { cell, taxId: document.taxId, fault: faultOf(docType, document) };
  });
  if (first!.fault) return { taxIds: [], fault: first!.fault };
  // Only a RUC proves by its check digit that it is one: a telephone number looks like a CE.
  const areAll = docType === 'RUC' && others.every(({ fault }) => !fault);
  if (!areAll && others.some(({ cell }) => isLikeDocument(docType, cell))) return { taxIds: [], fault: { why: 'several' } };
  const all = [first!, ...(areAll ? others : [])].map(({ taxId }) => taxId);
  const taxIds = [...new Set(all)].filter((taxId) => !seen.has(taxId));
  return taxIds.length > 0 ? { taxIds } : { taxIds, fault: { why: 'repeated' } };
}

/** A mistyped RUC is like one. Most amounts and days have separators. */
function isLikeDocument(docType: DocType, cell: string): boolean {
  const { kind = docType, taxId } = typedDocument(cell);
  return /\b[a-z]{0,3}\d{6,}$/i.test(cell) && new RegExp(documentPattern([kind])).test(taxId);
}

/** The lines that are not empty. Below a heading that names several columns only the first one is read. */
function rowsOf(text: string): { line: number; cells: string[] }[] {
  const lines = linesOf(text);
  const named = cellsOf(lines[0]!);
  // Below names that a semicolon or a tab separates, a comma belongs to a text.
  const separator = (namesColumns(named) && /[;\t]/.exec(lines[0]!)?.[0]) || anySeparator;
  const rows = lines.map((line) => cellsOf(line, separator));
  const columns = namesColumns(named) ? rows[0]!.length : 0;
  return rows.flatMap((row, i) => {
    // Programs leave out the last empty cells of a row, or end it with a separator.
    const isOfColumns = columns > 0 && !row.slice(columns).some(Boolean);
    const cells = isOfColumns ? row.slice(0, 1) : row.filter(Boolean);
    return !cells[0] || (i === 0 && isHeading(row)) ? [] : [{ line: i + 1, cells }];
  });
}

const linesOf = (text: string) => text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
const anySeparator = /[,;\t]/;
const cellsOf = (line: string, separator: string | RegExp = anySeparator) =>
  line.split(separator).map((cell) => cell.replaceAll(/^["'\s]+|["'\s]+$/g, ''));

/** Names of columns may have digits, as "correo 2". */
const isHeading = (row: string[]) => !/\d/.test(row.find(Boolean) ?? '') && !row.some((cell) => /\d{6}/.test(cell));
const namesColumns = (row: string[]) => isHeading(row) && row.filter(Boolean).length > 1;

/** What remains of a text whose documents were sent: the lines that have to be corrected, below the names of their columns. */
export function leftToCorrect(docType: DocType, text: string): string {
  const faulty = readList(docType, text).faulty.filter(({ fault }) => fault.why !== 'repeated');
  if (faulty.length === 0) return '';
  const numbers = new Set(faulty.map(({ line }) => line));
  const left = linesOf(text)
    .filter((line, i) => numbers.has(i + 1) || (i === 0 && namesColumns(cellsOf(line))))
    .join('\n');
  // Now a line without a digit may be the first one, and would count as a heading.
  return readList(docType, left).faulty.length < numbers.size ? `\n${left}` : left;
}

function faultOf(docType: DocType, { kind, taxId, isOther }: ReturnType<typeof typedDocument>): Fault | undefined {
  if (kind && kind !== docType) return { why: 'says_other_kind', kind };
  if (isOther) return { why: isOther };
  if (!kind && isTakenForRuc(docType, taxId)) return { why: 'other_kind', kinds: ['RUC'] };
  if (isValidDocument(docType, taxId)) return undefined;
  // A number that looks like a RUC counts as a mistyped RUC before it counts as a foreigner's card.
  if (docType === 'RUC' && likeRuc.test(taxId)) return { why: 'check_digit' };
  const kinds = possibleDocTypes(taxId);
  return kinds.length > 0 ? { why: 'other_kind', kinds } : { why: 'malformed' };
}

const mostInOneRequest = 100;
/** One address names the requests of a list, and so does the one of its file: 150 fit. */
export const longestList = 150 * mostInOneRequest;

export function batchesOf(taxIds: string[]): string[][] {
  return Array.from({ length: Math.ceil(taxIds.length / mostInOneRequest) }, (_, i) =>
    taxIds.slice(i * mostInOneRequest, (i + 1) * mostInOneRequest),
  );
}
