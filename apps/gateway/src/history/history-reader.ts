import { Injectable } from '@nestjs/common';
import { type Change, type DocType, type HistoryPage, type Section, sections, VigiaError } from '@vigia/contracts';
import { Database, instantAt, instantText, microsecondsOf, sql } from '@vigia/database';
import type { AskedProfile } from '@vigia/summaries';

/** Where a page of changes ended: the instant of its last change, and the id, because several changes may have one instant. */
interface ChangePosition {
  /** In microseconds, as in the database: two changes may be less than a millisecond apart. */
  changedAtUs: string;
  id: string;
}

export function cursorOf({ changedAtUs, id }: ChangePosition): string {
  return Buffer.from(`${changedAtUs}.${id}`).toString('base64url');
}

export function parseCursor(cursor: string): ChangePosition | undefined {
  const [, changedAtUs, id] = /^([0-9]{1,16})\.([0-9]{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return changedAtUs && id ? { changedAtUs, id } : undefined;
}

interface ReadableProfile {
  docType: DocType;
  withheld: Section[];
  /** An ended query is loaded again: until that is done its past stays hidden. */
  isClosed: boolean;
}

export interface AskedChanges {
  limit: number;
  after?: ChangePosition;
  section?: Section;
  from?: Date;
  until?: Date;
}

@Injectable()
export class HistoryReader {
  constructor(private readonly database: Database) {}

  async page(asked: AskedProfile, changes: AskedChanges): Promise<HistoryPage> {
    const profile = await this.profile(asked);
    if (!profile) throw VigiaError.of('profile_not_found');
    const rows = profile.isClosed ? [] : await this.changes(asked, profile, changes);
    const shown = rows.slice(0, changes.limit);
    const last = shown.at(-1);
    return {
      taxId: asked.taxId,
      cambios: shown.map(({ changedAtUs: _, id: __, ...change }) => change),
      siguiente: last && rows.length > changes.limit ? cursorOf(last) : null,
    };
  }

  private async profile({ corporationId, taxId, docTypes }: AskedProfile): Promise<ReadableProfile | undefined> {
    const [profile] = await this.database.rows<ReadableProfile>(
      sql`SELECT doc_type, withheld_sections AS withheld, state = 'pending' AND ended_mode IS NOT DISTINCT FROM 'query' AS is_closed
       FROM billing.current_access
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = ANY($3)
         AND NOT (mode = 'query' AND state = 'expired')
       ORDER BY state IN ('failed', 'expired'), array_position($3, doc_type) LIMIT 1`,
      [corporationId, taxId, docTypes],
    );
    return profile;
  }

  /**
   * One row more than the page, to know whether another page follows. Contains only changes during the time in which the corporation could
   * read the profile, the earlier value included: a section may have been without content for a while before it changed.
   */
  private changes(
    { corporationId, taxId }: AskedProfile,
    { docType, withheld }: ReadableProfile,
    { limit, after, section, from, until }: AskedChanges,
  ): Promise<(Change & ChangePosition)[]> {
    const readable = sections.filter((one) => !withheld.includes(one));
    return this.database.rows(
      sql`SELECT ${instantText('changed_at')} AS fecha, section AS seccion, field AS campo, before AS antes,
         after AS despues, source AS fuente, ${microsecondsOf('changed_at')} AS changed_at_us, id
       FROM profiles.changed_field
       WHERE tax_id = $2 AND doc_type = $3 AND section = ANY($4)
         AND ($5::bigint IS NULL OR (changed_at, id) < (${instantAt('$5')}, $6::bigint))
         AND ($7::text IS NULL OR section = $7)
         AND changed_at >= coalesce($8, '-infinity'::timestamptz) AND changed_at < coalesce($9, 'infinity'::timestamptz)
         AND EXISTS (
           SELECT FROM billing.readable_period AS period
           WHERE period.corporation_id = $1 AND period.tax_id = $2 AND period.doc_type = $3
             AND period.opened_at <= coalesce(before_until, changed_at) AND coalesce(changed_at < period.ends_at, true))
       ORDER BY changed_at DESC, id DESC LIMIT $10`,
      [corporationId, taxId, docType, readable, after?.changedAtUs, after?.id, section, from, until, limit + 1],
    );
  }
}
