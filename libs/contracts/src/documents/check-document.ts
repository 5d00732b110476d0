import { VigiaError } from '../errors/vigia-error.js';
import { type Document, isValidDocument } from './document.js';

export function checkDocument({ docType, taxId }: Document): void {
  if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
}
