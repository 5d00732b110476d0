import { type DocType, type Document, documentKey, isValidDocument } from '@vigia/contracts';
import { isTakenForRuc, typedDocument } from '#language/document.ts';
import { readList } from './typed-list.ts';

export interface List {
  docType: DocType;
  text: string;
}

/** The document that the address asks for, as in "RUC 20990000019". */
export function documentIn(asked: string | undefined): Document | undefined {
  const { kind, taxId } = typedDocument(asked ?? '');
  // The form writes a CE in capitals, which is another document than one in small letters.
  return kind && asked?.endsWith(taxId) && isValidDocument(kind, taxId) ? { docType: kind, taxId } : undefined;
}

/** A list that nobody has sent yet stays. Only documents of one kind fit into a list. */
export function withDocument(list: List, { docType, taxId }: Document): List | undefined {
  if (list.text.trim() === '') return { docType, text: lineOf({ docType, taxId }) };
  if (list.docType !== docType) return undefined;
  if (readList(docType, list.text).taxIds.includes(taxId)) return list;
  return { docType, text: `${list.text.trimEnd()}\n${lineOf({ docType, taxId })}` };
}

export function lineOf(document: Document): string {
  return isTakenForRuc(document.docType, document.taxId) ? documentKey(document) : document.taxId;
}
