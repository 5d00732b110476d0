import { type DocType, docTypes, isValidDocument, possibleDocTypes, VigiaError } from '@vigia/contracts';
import { askedDay, endOfLimaDay, limaDay } from '../../domain/lima-time.js';
import { noSuchDocument } from '../../domain/no-such-document.js';

export interface AskedProfile {
  corporationId: string;
  taxId: string;
  /** In the order in which they are looked for. */
  docTypes: DocType[];
}

/** The end of the day that was asked for, or this moment while that day still runs; undefined when none was asked for. */
export function askedMoment(fecha: unknown, now: Date): Date | undefined {
  if (fecha === undefined) return undefined;
  const day = askedDay('fecha', fecha);
  if (day > limaDay(now)) throw VigiaError.of('bad_request', { detail: 'fecha must not be in the future' });
  const end = endOfLimaDay(day);
  return end < now ? end : now;
}

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
