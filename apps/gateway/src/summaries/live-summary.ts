import { Injectable } from '@nestjs/common';
import { type ApiVersion, type DocType, fragmentSeparator, type LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { AskedTogether } from './asked-together.js';
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

/** What is stored of a profile, as a corporation may read it now. */
@Injectable()
export class LiveSummary {
  private readonly asked: Record<ApiVersion, AskedTogether<Key, FoundRow>>;

  constructor(private readonly database: Database) {
    this.asked = { v1: this.askedIn('v1'), v2: this.askedIn('v2') };
  }

  async find(version: ApiVersion, { corporationId, taxId, docTypes }: AskedProfile): Promise<FoundRow | undefined> {
    // Few numbers fit two kinds of document.
    for (const docType of docTypes) {
      const row = await this.asked[version].answer({ corporationId, taxId, docType });
      if (row) return row;
    }
    return undefined;
  }

  private askedIn(version: ApiVersion): AskedTogether<Key, FoundRow> {
    return new AskedTogether(async (keys) => {
      const column = (name: keyof Key) => keys.map((key) => key[name]);
      const rows = await this.database.rows<FoundRow & { place: number }>(texts[version], [
        column('corporationId'),
        column('taxId'),
        column('docType'),
      ]);
      const answers: (FoundRow | undefined)[] = [];
      for (const row of rows) answers[row.place - 1] = row;
      return answers;
    });
  }
}
