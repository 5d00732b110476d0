import type { Preview } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { newestContract, type ContractTerms } from '../contracts/contract-on.js';
import type { Day } from '../domain/lima-day.js';
import { calendarMonths } from '../domain/month-grid.js';
import { monthsThatFit } from '../domain/monitoring.js';

export interface Situation {
  contract: ContractTerms | undefined;
  available: number;
  today: Day;
}

/** What a command came to, before it was undone. */
export interface Outcome {
  refusal: Preview['refusal'];
  documents: Preview['documents'];
  /** Documents that the corporation may have to pay for. */
  newDocuments: number;
}

export async function situationOf(tx: Transaction, corporationId: string): Promise<Situation> {
  const newest = await newestContract(tx, corporationId);
  const contract = newest?.inForce ? newest : undefined;
  const [row] = await tx.query<{ available: number | null; today: Day }>(
    `SELECT (SELECT available FROM billing.quota_account WHERE contract_id = $1), public.lima_today() AS today`,
    [contract?.contractId ?? null],
  );
  const { available, today } = row as { available: number | null; today: Day };
  return { contract, available: available ?? 0, today };
}

export function previewOf({ contract, available, today }: Situation, { refusal, documents, newDocuments }: Outcome): Preview {
  const sum = (months: (document: Preview['documents'][number]) => number) => documents.reduce((total, one) => total + months(one), 0);
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
    daysLeftOfThisMonth: Number(calendarMonths.lastDay(calendarMonths.index(today)).slice(8)) - Number(today.slice(8)) + 1,
    documentChargesAtMost: { documents: newDocuments, cents: newDocuments * (contract?.documentPriceCents ?? 0) },
  };
}
