import { Injectable } from '@nestjs/common';
import { fragmentSeparator, type ApiVersion, type LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { AskedProfile } from './profile-query.js';

const text = (version: ApiVersion) => sql`
  SELECT access.doc_type, access.state AS access_state, access.mode, access.withheld_sections AS withheld,
    access.state = 'expired' AS ended,
    coalesce(access.state = 'pending' AND access.ended_mode = 'monitoring', false) AS returning,
    stored.estado, stored.revision, stored.failed_sources,
    EXISTS (
      SELECT FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
      WHERE item.tax_id = access.tax_id AND item.state = 'loading' AND request.corporation_id = access.corporation_id AND request.is_forced_update
    ) AS refreshing,
    array_to_string(stored.fragments_${version}, '${fragmentSeparator}') AS fragments
  FROM billing.current_access AS access LEFT JOIN profiles.stored_summary AS stored USING (tax_id, doc_type)
  WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access.doc_type = ANY($3)
  ORDER BY array_position($3, access.doc_type) LIMIT 1`;
const texts = { v1: text('v1'), v2: text('v2') };

/** `returning`: monitoring that has ended is being loaded again. */
export type FoundRow = LiveRow & { returning: boolean };

@Injectable()
export class LiveSummary {
  constructor(private readonly database: Database) {}

  async find(version: ApiVersion, { corporationId, taxId, docTypes }: AskedProfile): Promise<FoundRow | undefined> {
    const [row] = await this.database.rows<FoundRow>(texts[version], [corporationId, taxId, docTypes]);
    return row;
  }
}
