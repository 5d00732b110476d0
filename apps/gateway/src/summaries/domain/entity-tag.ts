import { createHash } from 'node:crypto';
import type { ApiVersion, LiveRow } from '@vigia/contracts';

export interface Tagged extends Omit<LiveRow, 'fragments'> {
  /** When the revision was written. */
  writtenAt: string | null;
}

/**
 * Changes with everything that the text depends on, and is known without making the text. A revision alone does not name a text: a
 * failover or a restored backup may have lost one that a client has, and the next write takes its number.
 */
export function liveTag(version: ApiVersion, row: Tagged): string {
  const { docType, accessState, withheld, revision, writtenAt, refreshing } = row;
  // A tag has no spaces.
  const written = [revision, writtenAt?.replace(' ', 'T')];
  return `W/"${[version, docType, ...written, accessState, refreshing ? 'refreshing' : 'still', ...withheld].join('.')}"`;
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
