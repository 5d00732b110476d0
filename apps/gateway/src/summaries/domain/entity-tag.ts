import { createHash } from 'node:crypto';
import type { ApiVersion, LiveRow } from '@vigia/contracts';

export interface Tagged extends Pick<LiveRow, 'docType' | 'withheld' | 'refreshing'> {
  /** When the profile last changed. */
  writtenAt: string | null;
}

/**
 * The tag of an active access. It changes with everything that the text depends on, and is known without making the text. It does not
 * contain the revision, for two reasons: the revision also counts what was written for others, and after a failover another text may have
 * the same revision as one that a client has.
 */
export function liveTag(version: ApiVersion, { docType, withheld, writtenAt, refreshing }: Tagged): string {
  // A tag contains no spaces.
  const written = writtenAt?.replace(' ', 'T');
  return `W/"${[version, docType, written, refreshing ? 'refreshing' : 'still', ...withheld].join('.')}"`;
}

export function textTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}
