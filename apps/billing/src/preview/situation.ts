import type { Preview } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { newestContract, type ContractTerms } from '../contracts/contract-on.js';
import type { Day } from '../domain/lima-day.js';
import { monthsThatFit } from '../domain/monitoring.js';
import { daysLeftOfMonth } from '../domain/months.js';

export interface Situation {
  contract: ContractTerms | undefined;
  available: number;
  today: Day;
  now: Date;
}

export type Previewed = Preview['documents'][number];

/** A profile that nothing is done about. */
export const untouched = { returned: 0, deducted: 0, expiresAt: null };

/** What a command came to, before it was undone. */
export interface Outcome {
  refusal: Preview['refusal'];
  documents: Previewed[];
  /** Documents that the corporation may have to pay for. */
  newDocuments: number;
}

export async function situationOf(tx: Transaction, corporationId: string): Promise<Situation> {
  const newest = await newestContract(tx, corporationId);
  const contract = newest?.inForce ? newest : undefined;
  const [row] = await tx.rows<{ available: number | null; today: Day; now: Date }>(
    sql`SELECT (SELECT available FROM billing.quota_account WHERE contract_id = $1), public.lima_today() AS today, public.business_now() AS now`,
    [contract?.contractId ?? null],
  );
  const { available, today, now } = row!;
  return { contract, available: available ?? 0, today, now };
}

export function previewOf({ contract, available, today }: Situation, { refusal, documents, newDocuments }: Outcome): Preview {
  const sum = (months: (document: Previewed) => number) => documents.reduce((total, one) => total + months(one), 0);
  const [returned, deducted] = [sum((one) => one.returned), sum((one) => one.deducted)];
  const fittingMonths = contract?.kind === 'one_time' ? monthsThatFit({ startsOn: today, endsOn: contract.endsOn }, today) : 0;
  return {
    kind: contract?.kind ?? null,
    refusal,
    documents,
    returned,
    deducted,
    availableBefore: available,
    availableAfter: available + returned - deducted,
    fittingMonths,
    daysLeftOfThisMonth: daysLeftOfMonth(today),
    documentChargesAtMost: { documents: newDocuments, cents: newDocuments * (contract?.documentPriceCents ?? 0) },
  };
}
