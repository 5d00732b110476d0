import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { withDependants } from '../domain/source-standing.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { Loads, lockOpenLoad } from './loads.js';

const hourMs = 3_600_000;
const nextTime = sql`now() + ($3::jsonb->>source)::float8 * interval '1 ms'`;
/**
 * The transaction that begins the schedule of a document and the one that ends it wait here for each other, and what they ask afterwards sees
 * what the other has written. It is the first of the rows that each of them writes, in their order.
 */
const lockSchedule = sql`SELECT 1 FROM profiles.source_answer WHERE tax_id = $1 AND doc_type = $2 ORDER BY source LIMIT 1 FOR NO KEY UPDATE`;
const batch = 500;
/** A row is due again after this when the process dies, or fails, before it has opened the load of the row. */
const leaseMs = 300_000;
/** After everything that clients wait for: no request has as many documents. */
const refreshPlace = 1_000;

interface Due extends Document {
  source: SourceName;
}

/** When each source of a monitored document is due again. */
@Injectable()
export class RefreshSchedule {
  constructor(
    private readonly database: Database,
    private readonly loads: Loads,
    private readonly providers: SourceProviders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Starts the schedule of a document that is monitored from now on. Sources that have one keep it; any other is due one interval after its last answer, which
   * may have been long ago.
   */
  start(tx: Transaction, { taxId, docType }: Document): void {
    tx.send(lockSchedule, [taxId, docType]);
    tx.send(
      sql`UPDATE profiles.source_answer SET refresh_at = greatest(now(), ${nextTime} - (now() - coalesce(answered_at, now())))
       WHERE tax_id = $1 AND doc_type = $2 AND refresh_at IS NULL`,
      [taxId, docType, this.intervals()],
    );
  }

  /**
   * After a load every source that it asked is due one interval from now, whatever the source answered. A document whose monitoring
   * begins with this load, and that could be read, gets its whole schedule.
   */
  goOn(tx: Transaction, { taxId, docType }: Document, loadId: string): void {
    tx.send(
      sql`UPDATE profiles.source_answer SET refresh_at = ${nextTime}
       WHERE tax_id = $1 AND doc_type = $2 AND CASE WHEN refresh_at IS NOT NULL
         THEN source IN (SELECT source FROM profiles.task WHERE load_id = $4)
         ELSE EXISTS (SELECT FROM profiles.load WHERE id = $4 AND estado <> 'failed')
           AND EXISTS (SELECT FROM profiles.load_item JOIN profiles.load_request ON load_request.id = request_id
             WHERE load_id = $4 AND mode = 'monitoring') END`,
      [taxId, docType, this.intervals(), loadId],
    );
  }

  /** Opens a load for every document that has sources due and is monitored. The cost grows with what is due, not with what is stored. */
  async openDue(): Promise<boolean> {
    const due = await this.database.rows<Due>(
      sql`UPDATE profiles.source_answer SET refresh_at = now() + $2 * interval '1 ms'
       WHERE (tax_id, doc_type, source) IN (
         SELECT tax_id, doc_type, source FROM profiles.source_answer WHERE refresh_at <= now()
         ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING doc_type, tax_id, source`,
      [batch, leaseMs],
    );
    const documents = new Map(due.map(({ docType, taxId }) => [`${docType} ${taxId}`, { docType, taxId }]));
    for (const document of documents.values()) {
      const sources = due
        .filter(({ docType, taxId }) => docType === document.docType && taxId === document.taxId)
        .map(({ source }) => source);
      try {
        await this.database.transaction((tx) => this.refresh(tx, document, sources));
      } catch (error) {
        // The row is due again after its lease; the rows after it must not wait for that.
        this.logger.warn({ err: error, sources }, 'profile not refreshed, due again later');
      }
    }
    return due.length === batch;
  }

  private async refresh(tx: Transaction, document: Document, sources: SourceName[]): Promise<void> {
    const choose = () => withDependants(document.docType, sources);
    if (await isMonitored(tx, document)) await this.loads.openOrJoin(tx, document, { purpose: 'refresh', place: refreshPlace, choose });
    else await stopRefreshing(tx, document);
  }

  /** Spreads documents that were loaded together, while the sources of one document stay together. */
  private intervals(): string {
    const factor = (1 - Math.random() / 10) * hourMs;
    return JSON.stringify(Object.fromEntries(sourceNames.map((name) => [name, Math.round(this.providers.of[name].refreshHours * factor)])));
  }
}

/** A request counts from its acceptance until it is finished: billing hears of some documents only when all of it has ended. */
async function isMonitored(tx: Transaction, { docType, taxId }: Document): Promise<boolean> {
  const monitored = await tx.rows(
    sql`SELECT 1 FROM billing.current_access
     WHERE tax_id = $1 AND doc_type = $2 AND mode = 'monitoring' AND state IN ('pending', 'active')
     UNION ALL
     SELECT 1 FROM profiles.load_item AS item JOIN profiles.load_request AS request ON request.id = request_id
     WHERE tax_id = $1 AND request.doc_type = $2 AND mode = 'monitoring' AND finished_at IS NULL AND item.state NOT IN ('skipped', 'failed')
     LIMIT 1`,
    [taxId, docType],
  );
  return monitored.length > 0;
}

/**
 * Under the locks nobody begins to monitor it unseen: a request that joins a load waits for that load, and any other for the schedule. Where somebody has
 * meanwhile, what was due is due again after its lease.
 */
async function stopRefreshing(tx: Transaction, document: Document): Promise<void> {
  const { docType, taxId } = document;
  await lockOpenLoad(tx, document);
  tx.send(lockSchedule, [taxId, docType]);
  if (await isMonitored(tx, document)) return;
  await tx.rows(sql`UPDATE profiles.source_answer SET refresh_at = NULL WHERE tax_id = $1 AND doc_type = $2`, [taxId, docType]);
}
