import { createHash } from 'node:crypto';
import type { ApiVersion, LiveRow } from '@vigia/contracts';

export interface Tagged extends Pick<LiveRow, 'docType' | 'withheld' | 'refreshing'> {
  /** When the profile last changed. */
  writtenAt: string | null;
}

/**
 * Of an active access. Changes with everything that the text depends on, and is known without making the text. The revision is not in it: it counts
 * what was written for others as well, and after a failover another text may have the number of one that a client has.
 */
export function liveTag(version: ApiVersion, { docType, withheld, writtenAt, refreshing }: Tagged): string {
  // A tag has no spaces.
  const written = writtenAt?.replace(' ', 'T');
  return `W/"${[version, docType, written, refreshing ? 'refreshing' : 'still', ...withheld].join('.')}"`;
}

export function textTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Whether `If-None-Match` names it; a tag may be weak there or not. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => opaque(one) === opaque(tag));
}
