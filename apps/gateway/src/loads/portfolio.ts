import { Injectable } from '@nestjs/common';
import type { ContractKind, Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { PortfolioEntry } from './domain/load-answer.js';

/** What the answers to a load tell about the corporation's own standing. */
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

  /** Under a monthly plan months are not counted, and whoever sends some is told so. */
  async noteOnMonths(corporationId: string, months: number | undefined): Promise<string> {
    if (months === undefined) return '';
    return (await this.contractKind(corporationId)) === 'monthly' ? '; months has no effect under a monthly plan' : '';
  }

  private async contractKind(corporationId: string): Promise<ContractKind | undefined> {
    const [contract] = await this.database.rows<{ kind: ContractKind }>(
      sql`SELECT kind FROM billing.contract_in_force WHERE corporation_id = $1`,
      [corporationId],
    );
    return contract?.kind;
  }
}
