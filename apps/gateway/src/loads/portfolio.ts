import { Injectable } from '@nestjs/common';
import type { ContractKind, Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { WorkedOut } from '../idempotency/idempotent-calls.js';
import type { PortfolioEntry } from './domain/load-answer.js';
import type { AskedLoad } from './load-requests.js';

interface Said {
  statusCode: number;
  message: string;
}

/** What the answers to a load say about the accesses of the corporation. */
@Injectable()
export class Portfolio {
  constructor(private readonly database: Database) {}

  async entry(corporationId: string, { docType, taxId }: Document): Promise<PortfolioEntry | undefined> {
    const [entry] = await this.database.rows<PortfolioEntry>(
      sql`SELECT mode, expires_at FROM billing.current_access
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3 AND state = 'active'`,
      [corporationId, taxId, docType],
    );
    return entry;
  }

  /** The answer to a load, with a note about months that have no effect. */
  async workedOut(corporationId: string, { isMonitoring = true, months }: Partial<AskedLoad>, said: Said): Promise<WorkedOut> {
    const hasNone = !isMonitoring && months !== undefined;
    const note = hasNone ? '; months has no effect on a query' : await this.noteOnMonths(corporationId, months);
    const text = JSON.stringify({ ...said, message: `${said.message}${note}` });
    return { status: said.statusCode, text, isKept: said.statusCode !== 202 };
  }

  /** A monthly plan does not count months. A client that sends months anyway is told so. */
  async noteOnMonths(corporationId: string, months: number | undefined): Promise<string> {
    if (months === undefined) return '';
    return (await this.contractKind(corporationId)) === 'monthly' ? '; months has no effect under a monthly plan' : '';
  }

  /** The same for a forced update, in which a profile in query mode takes no months either. */
  async noteOnUpdate(corporationId: string, taxIds: string[], months: number | undefined): Promise<string> {
    const note = await this.noteOnMonths(corporationId, months);
    if (note || months === undefined) return note;
    const queries = await this.database.rows(
      sql`SELECT 1 FROM billing.current_access WHERE corporation_id = $1 AND tax_id = ANY($2) AND mode = 'query' AND state = 'active' LIMIT 1`,
      [corporationId, taxIds],
    );
    return queries.length > 0 ? '; months has no effect on profiles in query mode' : '';
  }

  private async contractKind(corporationId: string): Promise<ContractKind | undefined> {
    const [contract] = await this.database.rows<{ kind: ContractKind }>(
      sql`SELECT kind FROM billing.contract_in_force WHERE corporation_id = $1`,
      [corporationId],
    );
    return contract?.kind;
  }
}
