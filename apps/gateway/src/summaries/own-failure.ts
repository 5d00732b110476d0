import { Injectable } from '@nestjs/common';
import { type ApiVersion, type Document, fragmentSeparator, type LiveRow } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { isLoadedAgain, isOwnFailure } from '@vigia/summaries';

type Failure = Pick<LiveRow, 'failedSources' | 'fragments' | 'refreshing'>;

const text = (version: ApiVersion) => sql`
  SELECT failed.failed_sources, array_to_string(failed.fragments_${version}, '${fragmentSeparator}') AS fragments,
    ${isLoadedAgain} AS refreshing
  FROM billing.current_access AS access JOIN profiles.failed_item AS failed ON ${isOwnFailure}
  WHERE corporation_id = $1 AND access.tax_id = $2 AND doc_type = $3`;
const texts = { v1: text('v1'), v2: text('v2') };

/**
 * How a corporation's load failed, which no longer changes, and whether the corporation is loading the document again and will see it once
 * that is settled.
 */
@Injectable()
export class OwnFailure {
  constructor(private readonly database: Database) {}

  /** Undefined while the load runs, and if no source was asked, as after a refusal by billing. */
  async of(version: ApiVersion, { corporationId, taxId, docType }: Document & { corporationId: string }): Promise<Failure | undefined> {
    const [failure] = await this.database.rows<Failure>(texts[version], [corporationId, taxId, docType]);
    return failure;
  }
}
