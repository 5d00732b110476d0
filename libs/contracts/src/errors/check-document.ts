import { VigiaError } from './vigia-error.js';
import { type Document, isValidDocument } from '../documents/document.js';

export function checkDocument({ docType, taxId }: Document): void {
  if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
}
