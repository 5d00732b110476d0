/** Where a page begins or ends: the value by which it is sorted, and the document. */
export interface Position {
  key: string;
  taxId: string;
  docType: string;
}

export type KeyType = 'text' | 'number' | 'instant';

const forms: Record<KeyType, RegExp> = {
  text: /^[^\0]*$/,
  number: /^-?\d{1,18}$/,
  instant: /^(?:-?infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)$/,
};

export function cursorOf({ key, taxId, docType }: Position): string {
  return Buffer.from(JSON.stringify([key, taxId, docType])).toString('base64url');
}

/** Undefined for what no page of this order has given. */
export function positionOf(cursor: string, type: KeyType): Position | undefined {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string')) return undefined;
  const [key, taxId, docType] = parts as [string, string, string];
  const isInstant = type !== 'instant' || key.endsWith('infinity') || !Number.isNaN(Date.parse(key.replace(' ', 'T').replace('+00', 'Z')));
  return forms[type].test(key) && isInstant && /^[0-9A-Za-z]{1,12}$/.test(taxId) && /^[A-Z]{2,3}$/.test(docType)
    ? { key, taxId, docType }
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
