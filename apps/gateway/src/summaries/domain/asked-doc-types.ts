import { docTypes, isValidDocument, possibleDocTypes, VigiaError, type DocType } from '@vigia/contracts';
import { noSuchDocument } from '../../domain/no-such-document.js';

/** The kinds of document that a number may stand for: the one that was asked for, or else every one that it fits. */
export function askedDocTypes(taxId: string, asked: unknown): DocType[] {
  if (asked === undefined) {
    const possible = possibleDocTypes(taxId);
    if (possible.length === 0) throw noSuchDocument();
    return possible;
  }
  const docType = docTypes.find((one) => one === asked);
  if (!docType) throw VigiaError.of('bad_request', { detail: `docType must be one of ${docTypes.join(', ')}` });
  if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
  return [docType];
}
