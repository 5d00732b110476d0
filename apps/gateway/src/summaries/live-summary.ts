import { Injectable } from '@nestjs/common';
import type { ApiVersion, DocType, LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { Batches } from '@vigia/dispatch';
import { isOfItsKind, isReturning, mayHaveFailed, type AskedProfile } from '@vigia/summaries';
import { acceptedLoad } from './accepted-load.js';
import { OwnFailure } from './own-failure.js';
import { type Placed, readsTogether } from './reads-together.js';
import { joinedSections, ReplicaSections } from './replica-sections.js';

const text = (more: string) => sql`
  SELECT place::int, found.*
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (corporation_id, tax_id, doc_type, place)
  CROSS JOIN LATERAL (
    SELECT access.doc_type, access.state AS access_state, access.mode, access.withheld_sections AS withheld,
      ${isReturning} AS returning, ${mayHaveFailed} AS may_have_failed,
      stored.estado, stored.revision, stored.updated_at::text AS written_at, stored.failed_sources,
      EXISTS (
        SELECT FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
        WHERE item.tax_id = access.tax_id AND item.state = 'loading' AND request.corporation_id = access.corporation_id AND request.is_forced_update
          AND ${isOfItsKind}
      ) AS refreshing${more}
    FROM billing.current_access AS access LEFT JOIN profiles.stored_summary AS stored USING (tax_id, doc_type)
    WHERE access.corporation_id = asked.corporation_id AND access.tax_id = asked.tax_id AND access.doc_type = asked.doc_type
    LIMIT 1) AS found`;
const wholeTexts = { v1: text(sql`, ${joinedSections.v1}`), v2: text(sql`, ${joinedSections.v2}`) };
const bareText = text(sql``);

type FoundRow = LiveRow & { returning: boolean; mayHaveFailed: boolean; writtenAt: string | null };
/** A row without its sections. */
type BareRow = Omit<FoundRow, 'fragments'>;

interface Key {
  corporationId: string;
  taxId: string;
  docType: DocType;
}
const columns: (keyof Key)[] = ['corporationId', 'taxId', 'docType'];

/**
 * What is stored of a profile, as a corporation may read it now. Simultaneous reads share one statement. If a corporation's load failed, it
 * sees that failure, and not what others learn about the profile.
 */
@Injectable()
export class LiveSummary {
  private readonly whole: Record<ApiVersion, Batches<Key, FoundRow | undefined>>;
  private readonly bare: Batches<Key, BareRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly replicaSections: ReplicaSections,
    private readonly ownFailure: OwnFailure,
  ) {
    const wholeOf = (version: ApiVersion) =>
      readsTogether<Key, FoundRow>(columns, (lists) => database.rows<FoundRow & Placed>(wholeTexts[version], lists));
    this.whole = { v1: wholeOf('v1'), v2: wholeOf('v2') };
    this.bare = readsTogether<Key, BareRow>(columns, (lists) => database.rows<BareRow & Placed>(bareText, lists));
  }

  /**
   * Few numbers fit two kinds of document. A query that has ended is as if it had never been. A failed load, or monitoring that has ended,
   * hides no other kind: a client that loaded the number as the wrong kind first would never find the right one.
   */
  async find(version: ApiVersion, asked: AskedProfile): Promise<FoundRow | undefined> {
    const { corporationId, taxId, docTypes } = asked;
    let over: FoundRow | undefined;
    for (const docType of docTypes) {
      const key = { corporationId, taxId, docType };
      const found = await (this.replicaSections.areThere ? this.findInBoth(version, key) : this.whole[version].add(key));
      if (!found || isEndedQuery(found)) continue;
      const row = found.mayHaveFailed ? await this.asItFailed(version, key, found) : found;
      if (!isOver(row)) return row;
      over ??= row;
    }
    if (over?.accessState === 'failed') return over;
    return this.asAccepted(version, asked, over);
  }

  /** Billing opens the access of an accepted load, and may be away: until then the access is pending, or failed with the load, all the same. */
  private async asAccepted(version: ApiVersion, asked: AskedProfile, over: FoundRow | undefined): Promise<FoundRow | undefined> {
    const accepted = await acceptedLoad(this.database, version, asked);
    if (!accepted) return over;
    const { isUnderWay, failedSources, fragments, ...begun } = accepted;
    if (!isUnderWay) return over ?? { ...begun, ...nothingYet, accessState: 'failed', failedSources, fragments };
    return begun.docType === over?.docType ? { ...over, returning: true } : { ...begun, ...nothingYet };
  }

  /** Asked after the profile was read: the corporation never sees what others have put there since the failure. */
  private async asItFailed(version: ApiVersion, key: Key, row: FoundRow): Promise<FoundRow> {
    const failure = await this.ownFailure.of(version, key);
    if (failure) return { ...row, ...failure, accessState: 'failed' };
    return row.accessState === 'failed' ? { ...row, failedSources: null, fragments: null } : row;
  }

  /**
   * Everything that decides is read from the primary, and only the content of the answer from the replica. It must be the same row;
   * otherwise all is read from the primary.
   */
  private async findInBoth(version: ApiVersion, key: Key): Promise<FoundRow | undefined> {
    const row = await this.bare.add(key);
    if (!row) return undefined;
    const { revision, writtenAt } = row;
    if (revision === null || writtenAt === null || !showsSections(row)) return { ...row, fragments: null };
    const fragments = await this.replicaSections.find(version, { ...key, revision, writtenAt });
    return fragments === undefined ? this.whole[version].add(key) : { ...row, fragments };
  }
}

const nothingYet = {
  accessState: 'pending',
  returning: false,
  mayHaveFailed: false,
  estado: null,
  revision: null,
  writtenAt: null,
  failedSources: null,
  fragments: null,
} satisfies Omit<FoundRow, 'docType' | 'mode' | 'withheld'>;

function isEndedQuery({ mode, accessState }: BareRow): boolean {
  return mode === 'query' && accessState === 'expired';
}

/** A failed load that the corporation repeats is under way like a first one. */
function isOver({ accessState, refreshing }: BareRow): boolean {
  return accessState === 'expired' || (accessState === 'failed' && !refreshing);
}

/** An ended access shows its past, and a failed one its failure. */
function showsSections({ accessState, returning }: BareRow): boolean {
  return (accessState === 'active' || accessState === 'pending') && !returning;
}
