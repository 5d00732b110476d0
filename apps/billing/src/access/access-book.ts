import { Injectable } from '@nestjs/common';
import type { PayloadOf, Refusal, Settlement } from '@vigia/contracts';
import { inTransaction, type Transaction } from '@vigia/database';
import { DataSource } from 'typeorm';
import { ContractBook } from '../contracts/contract-book.js';
import { accessEndsAt } from '../domain/access-period.js';
import { limaDay } from '../domain/lima-day.js';

type Opening = PayloadOf<'access.open'>;

/** What makes room for a new access: a row that has ended, or that never came to be. */
const over = `(access.state IN ('expired', 'failed') OR (access.state = 'active' AND access.expires_at <= now()))`;

@Injectable()
export class AccessBook {
  constructor(
    private readonly database: DataSource,
    private readonly contracts: ContractBook,
  ) {}

  async reserve(opening: Opening): Promise<Refusal | undefined> {
    return inTransaction(this.database, async (tx) => {
      const contract = await this.contracts.inForce(tx, opening.corporationId, limaDay(new Date()));
      if (!contract) return 'contract_not_active';
      await openUnlessSettled(tx, opening);
      return undefined;
    });
  }

  open(opening: Opening): Promise<void> {
    return inTransaction(this.database, (tx) => openUnlessSettled(tx, opening));
  }

  /**
   * Happens once per request, however often it is asked for. What was loaded opens the access whoever of the same
   * corporation had asked first, since that request may have died on its way.
   */
  settle(settlement: Settlement): Promise<void> {
    return inTransaction(this.database, async (tx) => {
      const first = await tx.query(`INSERT INTO billing.settlement (request_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING request_id`, [
        settlement.requestId,
      ]);
      if (first.length === 0) return;
      openRows(tx, settlement);
      const now = new Date();
      const contract = await this.contracts.inForce(tx, settlement.corporationId, limaDay(now));
      // A contract that ended while the sources were asked leaves an access that is over from the start.
      const endsAt = contract ? accessEndsAt(settlement.mode, contract, now) : now;
      failAccesses(tx, settlement);
      activateAccesses(tx, settlement, endsAt, contract?.excludedSections ?? []);
    });
  }
}

function failAccesses(tx: Transaction, { corporationId, requestId, documents }: Settlement): void {
  tx.send(
    `UPDATE billing.access SET state = 'failed', updated_at = now()
     FROM jsonb_to_recordset($3::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
     WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND NOT loaded AND state = 'pending' AND request_id = $2`,
    [corporationId, requestId, JSON.stringify(documents)],
  );
}

function activateAccesses(tx: Transaction, settlement: Settlement, endsAt: Date | null, withheld: string[]): void {
  tx.send(
    `WITH activated AS (
       UPDATE billing.access SET state = 'active', mode = $5, request_id = $6, expires_at = $2, withheld_sections = $3, updated_at = now()
       FROM jsonb_to_recordset($4::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
       WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND loaded AND state = 'pending'
       RETURNING corporation_id, tax_id, doc_type, expires_at)
     INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, ends_at) SELECT * FROM activated`,
    [settlement.corporationId, endsAt, withheld, JSON.stringify(settlement.documents), settlement.mode, settlement.requestId],
  );
}

async function openUnlessSettled(tx: Transaction, opening: Opening): Promise<void> {
  const settled = await tx.query(`SELECT 1 FROM billing.settlement WHERE request_id = $1`, [opening.requestId]);
  if (settled.length === 0) openRows(tx, opening);
}

function openRows(tx: Transaction, { corporationId, requestId, mode, documents }: Opening): void {
  tx.send(
    `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
     SELECT $1, document->>'docType', document->>'taxId', 'pending', $2, $3
     FROM jsonb_array_elements($4::jsonb) AS document ORDER BY document->>'taxId'
     ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE
     SET state = 'pending', mode = excluded.mode, request_id = excluded.request_id, expires_at = NULL, updated_at = now()
     WHERE ${over} AND access.request_id <> excluded.request_id`,
    [corporationId, mode, requestId, JSON.stringify(documents)],
  );
}
