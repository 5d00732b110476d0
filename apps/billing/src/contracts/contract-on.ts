import type { Transaction } from '@vigia/database';
import type { Day } from '../domain/lima-day.js';

export interface ContractTerms {
  contractId: string;
  kind: 'monthly' | 'one_time';
  endsOn: Day;
  excludedSections: string[];
  documentPriceCents: number;
  inForce: boolean;
}

/** The contract that is in force today, or else the last one that was. */
export async function newestContract(tx: Transaction, corporationId: string): Promise<ContractTerms | undefined> {
  const [contract] = await tx.query<ContractTerms>(
    `SELECT id AS "contractId", kind, ends_on AS "endsOn", excluded_sections AS "excludedSections",
       document_price_cents AS "documentPriceCents", public.lima_today() <= ends_on AS "inForce"
     FROM billing.contract WHERE corporation_id = $1 AND starts_on <= public.lima_today() ORDER BY starts_on DESC LIMIT 1`,
    [corporationId],
  );
  return contract;
}
