import { type DocType, docTypes, isValidDocument } from '@vigia/contracts';

interface TypedDocument {
  /** The kind that is written before the number, as in "RUC 20612345679". */
  kind: DocType | undefined;
  taxId: string;
}

const kindBefore = new RegExp(`^\\s*(${docTypes.join('|')})\\b\\s*:?\\s*(?=\\S)`, 'i');

/** A typed or pasted document. The number has no spaces, dots and hyphens, and the letters of a CE are capitals. */
export function typedDocument(text: string): TypedDocument {
  const kind = kindBefore.exec(text)?.[1]?.toUpperCase() as DocType | undefined;
  const taxId = text
    .replace(kindBefore, '')
    .replaceAll(/[\s.\-\u2010-\u2015]/g, '')
    .toUpperCase();
  return { kind, taxId };
}

/** False for a CE that a program has loaded in small letters: typed, its number becomes that of another document. */
export const canBeTyped = (taxId: string) => typedDocument(taxId).taxId === taxId;

/** Hardly any card has the number of a RUC. With its kind before it, the number is taken for a card all the same. */
export const isTakenForRuc = (docType: DocType, taxId: string) => docType === 'CE' && isValidDocument('RUC', taxId);
