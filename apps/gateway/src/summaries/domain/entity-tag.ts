import { createHash } from 'node:crypto';
import { isShown, type ApiVersion, type LiveRow } from '@vigia/contracts';

/** Changes with everything that the text depends on, and is known without making the text. */
export function liveTag(version: ApiVersion, row: LiveRow): string {
  const { docType, accessState, withheld, revision, refreshing } = row;
  const parts = [
    version,
    docType,
    isShown(row) ? (revision ?? 0) : 0,
    accessState,
    accessState === 'expired' ? 'ended' : 'open',
    refreshing ? 'refreshing' : 'still',
    ...withheld,
  ];
  return `W/"${parts.join('.')}"`;
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
