import { Injectable } from '@nestjs/common';
import { type ApiVersion, type Document, fragmentSeparator, type LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

type Failure = Pick<LiveRow, 'failedSources' | 'fragments'>;

const text = (version: ApiVersion) => sql`
  SELECT failed.failed_sources, array_to_string(failed.fragments_${version}, '${fragmentSeparator}') AS fragments
  FROM billing.current_access AS access JOIN profiles.failed_item AS failed USING (request_id, tax_id)
  WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3 AND access.state = 'failed'`;
const texts = { v1: text('v1'), v2: text('v2') };

/** How a load of a corporation failed, which changes no more. */
@Injectable()
export class OwnFailure {
  constructor(private readonly database: Database) {}

  /** Nothing where no source was asked, as for what billing refused. */
  async of(version: ApiVersion, { corporationId, taxId, docType }: Document & { corporationId: string }): Promise<Failure> {
    const [failure] = await this.database.rows<Failure>(texts[version], [corporationId, taxId, docType]);
    return failure ?? { failedSources: null, fragments: null };
  }
}
