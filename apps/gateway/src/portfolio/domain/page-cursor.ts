import { isInstant, type PortfolioSort } from '@vigia/contracts';

/** Where a page begins or ends: the sort value and the document. */
export interface Position {
  key: string;
  taxId: string;
  docType: string;
}

/** The type of its column; of an alert it is the class with its share of points, as `5.910`. */
export type KeyType = 'text' | 'smallint' | 'bigint' | 'timestamptz' | 'alert';

/** Midnight in Lima after the last day that a contract may have: no instant that a client may send, but the end of an access. */
const lastEnd = '2201-01-01 05:00:00+00';

const isOf: Record<KeyType, (key: string) => boolean> = {
  text: (key) => !key.includes('\0'),
  smallint: (key) => /^\d{1,4}$/.test(key),
  alert: (key) => /^[0-5]\.-?\d{1,8}$/.test(key),
  bigint: (key) => /^-?\d{1,18}$/.test(key),
  timestamptz: (key) =>
    /^-?infinity$/.test(key) || key === lastEnd || (/^[^T]+\+00$/.test(key) && isInstant(key.replace(' ', 'T').replace(/\+00$/, 'Z'))),
};

/** Names its order, without its direction: a position is the same in both. */
export function cursorOf({ key, taxId, docType }: Position, sort: PortfolioSort): string {
  return Buffer.from(JSON.stringify([key, taxId, docType, sort])).toString('base64url');
}

/** Undefined for a value that no page in this order has returned. */
export function positionOf(cursor: string, { sort, type }: { sort: PortfolioSort; type: KeyType }): Position | undefined {
  const parts = parsed(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string')) return undefined;
  const [key, taxId, docType, named] = parts as [string, string, string, string];
  if (named !== sort) return undefined;
  return isOf[type](key) && /^[0-9A-Za-z]{1,12}$/.test(taxId) && /^[A-Z]{2,3}$/.test(docType) ? { key, taxId, docType } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
