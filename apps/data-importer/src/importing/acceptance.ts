import { sql, type Session } from '@vigia/database';
import { wasRetired } from './retire.js';
import type { Source } from './sources.js';
import type { Asked } from './work.js';

/** A version that an operator looked at before giving a reason to accept it. */
export interface Accepted {
  sha256: string | null;
  contentHash: string | null;
}

/** What the reason of an operator is for; undefined if there is no reason. */
export type Acceptance = Accepted | 'anything' | undefined;

/** A server may write the same data anew for each request: whether it is the accepted data is known once its content is. */
export function isAccepted(acceptance: Acceptance, { sha256 }: Pick<Source, 'sha256'>, content?: string): boolean {
  if (acceptance === undefined || acceptance === 'anything') return acceptance !== undefined;
  return acceptance.sha256 === sha256 || (content !== undefined && acceptance.contentHash === content);
}

/** An import that is interrupted before that begins again with its reason. */
export function mayBeAccepted(acceptance: Acceptance): boolean {
  return typeof acceptance === 'object' && acceptance.contentHash !== null;
}

/**
 * A reason is for what was refused last when it was given, and not for what the publisher has put in its place since. If nothing was refused
 * by then, it is for what was refused while it waited, or else for whatever comes: the operator knew of it beforehand. A dry run counts if
 * it was refused.
 */
export async function acceptanceOf(session: Session, { id, dataset, acceptReason }: Asked): Promise<Acceptance> {
  if (acceptReason === null) return undefined;
  const [refused] = await session.rows<Accepted>(
    sql`WITH result AS (
          SELECT id, state, sha256, content_hash, ended_at FROM registry.version
          WHERE dataset = $1 AND ended_at IS NOT NULL AND state <> 'failed' AND (state = 'refused' OR NOT dry_run) AND NOT ${wasRetired})
        SELECT sha256, content_hash FROM result WHERE state = 'refused' AND id IN (
          (SELECT max(id) FROM result WHERE ended_at <= (SELECT requested_at FROM registry.version WHERE id = $2)),
          (SELECT max(id) FROM result))
        ORDER BY id LIMIT 1`,
    [dataset, id],
  );
  return refused ?? 'anything';
}
