import { VigiaError } from '@vigia/contracts';

/** What is said of a number that fits no kind of document. */
export function noSuchDocument(): VigiaError {
  return VigiaError.of('document_invalid', { docType: 'RUC, DNI or CE' });
}
