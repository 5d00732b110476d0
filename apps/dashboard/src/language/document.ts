import { type DocType, docTypes, isValidDocument, numberSign } from '@vigia/contracts';

interface TypedDocument {
  /** The kind that is written before the number, as in "RUC 20612345679". */
  kind: DocType | undefined;
  taxId: string;
  /** It is no number of a document, although its digits alone could be somebody's DNI. Then `taxId` keeps its separators. */
  isOther?: 'decimals' | 'day';
}

const kindBefore = new RegExp(`^\\s*(${docTypes.join('|')})\\b\\s*[:.]?\\s*(?:${numberSign})?(?=\\S)`, 'i');
const unseen = /\p{Cf}/gu;
const dashes = /[\p{Pd}\u2212]/gu;
const separators = /[\s.-]/g;
const decimals = /^\d+\.\d+$/;
const month = String.raw`(?:0?[1-9]|1[0-2])`;
const dayOfMonth = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const year = String.raw`(?:19|20)\d\d`;
const day = new RegExp(`^(?:${year}([-./])${month}\\1${dayOfMonth}|${dayOfMonth}([-./])${month}\\2${year})$`);
const thousands = /^\d{1,3}(?:\.\d{3})+(?:-\d*)?$/;

/** A typed or pasted document. The number has no spaces, dots and hyphens, and the letters of a CE are capitals. */
export function typedDocument(text: string): TypedDocument {
  const plain = text.replaceAll(unseen, '').replaceAll(dashes, '-');
  const kind = kindBefore.exec(plain)?.[1]?.toUpperCase() as DocType | undefined;
  const written = plain
    .replace(kindBefore, '')
    .replaceAll(/^[\s.-]+|[\s.-]+$/g, '')
    .toUpperCase();
  const taxId = written.replaceAll(separators, '');
  if (day.test(written)) return { kind, taxId: written, isOther: 'day' };
  // Only the check digit of a RUC proves that dots stand between any of its digits.
  if (!written.includes('.') || thousands.test(written) || isValidDocument('RUC', taxId)) return { kind, taxId };
  return { kind, taxId: written, ...(decimals.test(written) && { isOther: 'decimals' }) };
}

/** False for a CE that a program has loaded in small letters: typed, its number becomes that of another document. */
export const canBeTyped = (taxId: string) => typedDocument(taxId).taxId === taxId;

/** Hardly any card has the number of a RUC. With its kind before it, the number is taken for a card all the same. */
export const isTakenForRuc = (docType: DocType, taxId: string) => docType === 'CE' && isValidDocument('RUC', taxId);
