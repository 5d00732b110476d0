import type { Document } from '@vigia/contracts';

/** Who stands behind a document. */
export interface Subject {
  /** The same for a DNI and for the RUC made from it: it names one person's streams. */
  key: string;
  kind: 'company' | 'person';
  dni: string | null;
}

export function personOfDni(dni: string): Subject {
  return { key: `DNI:${dni}`, kind: 'person', dni };
}

export function subjectOf({ docType, taxId }: Document): Subject {
  if (docType === 'DNI') return personOfDni(taxId);
  if (docType === 'RUC' && taxId.startsWith('10')) return personOfDni(taxId.slice(2, 10));
  return { key: `${docType}:${taxId}`, kind: docType === 'RUC' && taxId.startsWith('20') ? 'company' : 'person', dni: null };
}
