import { type DocType, documentPattern, isValidDocument, possibleDocTypes } from '@vigia/contracts';
import { typedDocument } from '#language/document.ts';

/** Why a line is not sent: another kind of document by its form or as the line says, a wrong check digit, no document, or a repetition. */
export type Fault =
  | { why: 'repeated' | 'check_digit' | 'malformed' }
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

const likeRuc = new RegExp(documentPattern(['RUC']));

/**
 * The text that was typed, pasted or read from a CSV file: one document per line, in its first column. A first line without a digit is a
 * heading.
 */
export function readList(docType: DocType, text: string): TypedList {
  const list: TypedList = { taxIds: [], faulty: [] };
  const seen = new Set<string>();
  for (const [i, line] of linesOf(text).entries()) {
    const [first = ''] = line.split(/[,;\t]/, 1);
    const written = first.replaceAll(/^["'\s]+|["'\s]+$/g, '');
    if (written === '' || (i === 0 && !/\d/.test(written))) continue;
    const { kind = docType, taxId } = typedDocument(written);
    const fault = kind === docType ? faultOf(docType, taxId, seen) : ({ why: 'says_other_kind', kind } as const);
    if (fault) list.faulty.push({ line: i + 1, text: written.slice(0, 40), fault });
    else {
      list.taxIds.push(taxId);
      seen.add(taxId);
    }
  }
  return list;
}

const linesOf = (text: string) => text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);

/** What remains of a text whose documents were sent: the lines that have to be corrected. */
export function leftToCorrect(docType: DocType, text: string): string {
  const faulty = readList(docType, text).faulty.filter(({ fault }) => fault.why !== 'repeated');
  const numbers = new Set(faulty.map(({ line }) => line));
  const left = linesOf(text)
    .filter((_, i) => numbers.has(i + 1))
    .join('\n');
  // Now a line without a digit may be the first one, and would count as a heading.
  return readList(docType, left).faulty.length < numbers.size ? `\n${left}` : left;
}

function faultOf(docType: DocType, taxId: string, seen: ReadonlySet<string>): Fault | undefined {
  if (isValidDocument(docType, taxId)) return seen.has(taxId) ? { why: 'repeated' } : undefined;
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
