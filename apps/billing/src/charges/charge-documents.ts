import type { Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { ContractTerms } from '../contracts/contract-on.js';

/** Whoever is the first on the platform to load a document pays for it, once. */
export async function chargeDocuments(
  tx: Transaction,
  settlement: Settlement,
  contract: Pick<ContractTerms, 'contractId' | 'documentPriceCents'> | undefined,
): Promise<void> {
  const { corporationId, requestId, documents } = settlement;
  await tx.rows(
    sql`INSERT INTO billing.platform_document (tax_id, doc_type, corporation_id, contract_id, request_id, price_cents)
     SELECT "taxId", "docType", $1, $2, $3, $4
     FROM jsonb_to_recordset($5::jsonb) AS document ("docType" text, "taxId" text, loaded boolean) WHERE loaded ORDER BY "taxId", "docType"
     ON CONFLICT DO NOTHING`,
    [corporationId, contract?.contractId ?? null, requestId, contract?.documentPriceCents ?? 0, JSON.stringify(documents)],
  );
}
