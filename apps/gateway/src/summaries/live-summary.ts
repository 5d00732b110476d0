import { Injectable } from '@nestjs/common';
import { type ApiVersion, type DocType, fragmentSeparator, type LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Batches } from '@vigia/dispatch';
import type { AskedProfile } from './profile-query.js';

const text = (version: ApiVersion) => sql`
  SELECT place::int, found.*
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (corporation_id, tax_id, doc_type, place)
  CROSS JOIN LATERAL (
    SELECT access.doc_type, access.state AS access_state, access.mode, access.withheld_sections AS withheld,
      access.ended_mode IS NOT DISTINCT FROM 'monitoring' AND access.state = 'pending' AS returning,
      stored.estado, stored.revision, stored.failed_sources,
      EXISTS (
        SELECT FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
        WHERE item.tax_id = access.tax_id AND item.state = 'loading' AND request.corporation_id = access.corporation_id AND request.is_forced_update
      ) AS refreshing,
      array_to_string(stored.fragments_${version}, '${fragmentSeparator}') AS fragments
    FROM billing.current_access AS access LEFT JOIN profiles.stored_summary AS stored USING (tax_id, doc_type)
    WHERE access.corporation_id = asked.corporation_id AND access.tax_id = asked.tax_id AND access.doc_type = asked.doc_type
    LIMIT 1) AS found`;
const texts = { v1: text('v1'), v2: text('v2') };

/** `returning`: monitoring that has ended is being loaded again. */
type FoundRow = LiveRow & { returning: boolean };

interface Key {
  corporationId: string;
  taxId: string;
  docType: DocType;
}

/** Enough that the database is never without a statement while the answers of another are read. */
const statementsAtOnce = 2;
/** Half a megabyte of summaries, as a rule. */
const mostReads = 64;

/** What is stored of a profile, as a corporation may read it now. Reads that come together are one statement. */
@Injectable()
export class LiveSummary {
  private readonly reads: Record<ApiVersion, Batches<Key, FoundRow | undefined>>;

  constructor(private readonly database: Database) {
    const readsOf = (version: ApiVersion) =>
      new Batches((keys: Key[]) => this.read(version, keys), { atOnce: statementsAtOnce, mostItems: mostReads });
    this.reads = { v1: readsOf('v1'), v2: readsOf('v2') };
  }

  async find(version: ApiVersion, { corporationId, taxId, docTypes }: AskedProfile): Promise<FoundRow | undefined> {
    // Few numbers fit two kinds of document.
    for (const docType of docTypes) {
      const row = await this.reads[version].add({ corporationId, taxId, docType });
      if (row) return row;
    }
    return undefined;
  }

  private async read(version: ApiVersion, keys: Key[]): Promise<(FoundRow | undefined)[]> {
    const column = (name: keyof Key) => keys.map((key) => key[name]);
    const rows = await this.database.rows<FoundRow & { place: number }>(texts[version], [
      column('corporationId'),
      column('taxId'),
      column('docType'),
    ]);
    const found: (FoundRow | undefined)[] = keys.map(() => undefined);
    for (const row of rows) found[row.place - 1] = row;
    return found;
  }
}
