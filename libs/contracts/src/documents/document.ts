export const docTypes = ['RUC', 'DNI', 'CE'] as const;
export type DocType = (typeof docTypes)[number];

export interface Document {
  docType: DocType;
  taxId: string;
}

/** Stands for the document in a map, a set or a list. */
export function documentKey({ docType, taxId }: Document): string {
  return `${docType} ${taxId}`;
}

const rucWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The last digit of a RUC whose first ten digits are given. */
export function rucCheckDigit(firstTenDigits: string): number {
  const sum = rucWeights.reduce((total, weight, i) => total + weight * Number(firstTenDigits[i]), 0);
  return (11 - (sum % 11)) % 10;
}

// The whole raw string has to match: no trimming, and [0-9] because \d would be widened by a `u` flag.
const formats: Record<DocType, RegExp> = {
  RUC: /^(?:10|15|17|20)[0-9]{9}$/,
  DNI: /^[0-9]{8}$/,
  CE: /^[A-Za-z0-9]{9,12}$/,
};

export function isValidDocument(docType: DocType, taxId: string): boolean {
  if (!formats[docType].test(taxId)) return false;
  return docType !== 'RUC' || Number(taxId[10]) === rucCheckDigit(taxId.slice(0, 10));
}

const forms: Record<DocType, string> = {
  RUC: '11 digits that begin with 10, 15, 17 or 20, the last one a check digit',
  DNI: '8 digits',
  CE: '9 to 12 letters (A to Z, a to z) or digits; numbers that differ in the case of a letter are two documents',
};

/** The rule for the numbers of these kinds of document, for people. */
export function documentForm(kinds: readonly DocType[]): string {
  return kinds.map((kind) => `${kind}: ${forms[kind]}`).join('; ');
}

/** A pattern that every number of these kinds of document matches. A number that matches may still have the wrong check digit. */
export function documentPattern(kinds: readonly DocType[]): string {
  return kinds.map((kind) => formats[kind].source).join('|');
}

/** A pattern of what people write before the number of a document, as in `RUC N° 20990000019`, for either case of its letters. */
export const numberSign = String.raw`n(?:\.|\.?\s*[°º]|(?:ro|o|[uú]m|[uú]mero)(?=[\s.:°]))[\s.:°º]*`;

/** The kinds that a bare number may be, in the order RUC, DNI, CE. */
export function possibleDocTypes(taxId: string): DocType[] {
  return docTypes.filter((docType) => isValidDocument(docType, taxId));
}

/**
 * The kind of document that a register names, as in `DOC. NACIONAL DE IDENTIDAD/LE` or `Carné de extranjería`. Nobody has a profile under
 * those of `other`, such as documents of another country. Null for words that are not understood.
 */
export function docTypeNamed(words: string): DocType | 'other' | null {
  const name = words.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toUpperCase();
  if (/EXTRANJERIA|CARNET? (?:DE )?EXT|^C\.?E\b/.test(name)) return 'CE';
  if (/EXTRANJER|CEDULA|PASAPORTE|PASSPORT|DIPLOMATIC|PERMISO TEMPORAL|PARTIDA|^(?:PAS|PTP|CPP|CED|OTROS?)\b/.test(name)) return 'other';
  if (/NACIONAL (?:DE )?IDENTIDAD|\bD\.?N\.?I\b|^L\.?E\b|LIBRETA ELECTORAL/.test(name)) return 'DNI';
  return /CONTRIBUYENTE|^R\.?U\.?C\b/.test(name) ? 'RUC' : null;
}

/** A natural person's RUC carries the DNI between its prefix and its check digit. */
export function rucOfDni(dni: string): string {
  const digits = `10${dni}`;
  return `${digits}${rucCheckDigit(digits)}`;
}
