import { Injectable } from '@nestjs/common';
import type { DocType, Preview } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { EarlierAccess } from './domain/load-answer.js';
import { RequestWaiter } from './request-waiter.js';

/** Documents of a load that the loader left as they are. */
interface LeftDocuments {
  corporationId: string;
  docType: DocType;
  taxIds: string[];
}

type AccessRow = EarlierAccess & { requestId: string };

/** What a corporation has of documents that an earlier call of it loaded, or is loading. */
@Injectable()
export class EarlierAccesses {
  constructor(
    private readonly database: Database,
    private readonly requestWaiter: RequestWaiter,
  ) {}

  /** Once the calls that are loading some of the documents have ended, or the time is over. */
  async whenLoaded(documents: LeftDocuments, waitMs: number): Promise<EarlierAccess[]> {
    const accesses = await this.now(documents);
    const loading = new Set(accesses.filter(({ state }) => state === 'pending').map(({ requestId }) => requestId));
    if (loading.size === 0) return accesses;
    const until = performance.now() + waitMs;
    // One after the other: a list may wait for a hundred calls, and each look is a query.
    for (const requestId of loading) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) break;
      await this.requestWaiter.outcome(requestId, leftMs);
    }
    return this.now(documents);
  }

  /** To the documents of a preview that a load would leave as they are. */
  async ofKept({ documents }: Preview, whose: Omit<LeftDocuments, 'taxIds'>): Promise<EarlierAccess[]> {
    const taxIds = documents.filter(({ action }) => action === 'keep').map(({ taxId }) => taxId);
    return taxIds.length > 0 ? this.now({ ...whose, taxIds }) : [];
  }

  now({ corporationId, docType, taxIds }: LeftDocuments): Promise<AccessRow[]> {
    return this.database.rows<AccessRow>(
      sql`SELECT tax_id, state, mode, expires_at, request_id FROM billing.current_access
       WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
      [corporationId, docType, taxIds],
    );
  }
}
