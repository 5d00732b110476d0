import type { Day, Refused } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

export interface ContractTerms {
  contractId: string;
  kind: 'monthly' | 'one_time';
  endsOn: Day;
  excludedSections: string[];
  documentPriceCents: number;
  inForce: boolean;
}

/** The contract in force on a day (today by default); if there is none, the last contract before it. */
export async function newestContract(tx: Transaction, corporationId: string, on?: Day): Promise<ContractTerms | undefined> {
  const [contract] = await tx.rows<ContractTerms>(
    sql`SELECT id AS contract_id, kind, ends_on, excluded_sections,
       document_price_cents, coalesce($2::date, public.lima_today()) <= ends_on AS in_force
     FROM billing.contract WHERE corporation_id = $1 AND starts_on <= coalesce($2::date, public.lima_today())
     ORDER BY starts_on DESC LIMIT 1`,
    [corporationId, on],
  );
  return contract;
}

/** Whether a monthly contract was in force on every day from the given one to today. */
export async function isMonthlySince(tx: Transaction, corporationId: string, on: Day): Promise<boolean> {
  const [row] = await tx.rows<{ isMonthly: boolean }>(
    sql`SELECT NOT EXISTS (
       SELECT FROM generate_series(least($2::date, public.lima_today())::timestamp, public.lima_today()::timestamp, '1 day') AS day
       WHERE NOT EXISTS (
         SELECT FROM billing.contract WHERE corporation_id = $1 AND kind = 'monthly' AND day::date BETWEEN starts_on AND ends_on)) AS is_monthly`,
    [corporationId, on],
  );
  return row?.isMonthly ?? false;
}

/** The refusal for a corporation without a contract today. */
export async function noContractToday(tx: Transaction, corporationId: string): Promise<Refused<'contract_not_active'>> {
  const [gap] = await tx.rows<{ endedOn: Day | null; beginsOn: Day | null }>(
    sql`SELECT ended_on, begins_on FROM billing.contract_gap WHERE corporation_id = $1`,
    [corporationId],
  );
  return { reason: 'contract_not_active', endedOn: gap?.endedOn ?? null, beginsOn: gap?.beginsOn ?? null };
}
