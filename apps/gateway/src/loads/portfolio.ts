import { Injectable } from '@nestjs/common';
import type { Document } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import type { PortfolioEntry } from './domain/load-answer.js';

/** What the answer to a load says about an access that the corporation had before. */
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
}
