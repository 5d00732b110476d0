import { randomUUID } from 'node:crypto';
import type { Day, Document } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';
import type { Account } from './account.js';

interface NewMonitoring {
  startedOn: string;
  lastMonth: number;
  commandId: string;
  documents: Document[];
}

export function writeMonitorings(tx: Transaction, { contract }: Account, monitoring: NewMonitoring): void {
  const { startedOn, lastMonth, commandId, documents } = monitoring;
  const rows = documents.map((document) => ({ id: randomUUID(), ...document }));
  tx.send(
    sql`INSERT INTO billing.monitoring (id, corporation_id, doc_type, tax_id, contract_id, contract_ends_on, started_on, last_month, command_id)
     SELECT id, $1, "docType", "taxId", $2, $3, $4, $5, $6
     FROM jsonb_to_recordset($7::jsonb) AS monitored (id uuid, "docType" text, "taxId" text)`,
    [contract.corporationId, contract.contractId, contract.endsOn, startedOn, lastMonth, commandId, JSON.stringify(rows)],
  );
}

/** The documents that another request has paid to monitor, on that day or later. */
export function monitoredSince(tx: Transaction, corporationId: string, documents: Document[], day: Day): Promise<Document[]> {
  return tx.rows<Document>(
    sql`SELECT doc_type, tax_id FROM billing.monitoring
     WHERE corporation_id = $1 AND tax_id = ${taxIdsIn('$2')} AND state = 'live' AND expires_on >= $3 AND (tax_id, doc_type) IN (
       SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS asked ("docType" text, "taxId" text))`,
    [corporationId, JSON.stringify(documents), day],
  );
}
