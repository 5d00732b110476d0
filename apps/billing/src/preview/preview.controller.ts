import { Controller, Inject } from '@nestjs/common';
import type { Day, PayloadOf, Preview, ReplyOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Handles } from '@vigia/messaging';
import { SETTINGS } from '@vigia/service-kit';
import { newestContract } from '../contracts/contract-on.js';
import { daysLeftOfMonth, monthsThatFit } from '../domain/months.js';
import { AccountLines } from '../ledger/account-lines.js';
import { lockAccountInForce } from '../ledger/account.js';
import { untilNoneIsTaken } from '../loads/reserve-loads.js';
import type { BillingSettings } from '../settings.js';
import { previewActivation, previewLoad, previewReprocess, type Outcome, type Previewed, type Situation } from './outcomes.js';

@Controller()
export class PreviewController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly lines: AccountLines,
    @Inject(SETTINGS) private readonly settings: BillingSettings,
  ) {}

  @Handles('quota.preview')
  preview(request: PayloadOf<'quota.preview'>): Promise<ReplyOf<'quota.preview'>> {
    const preview = () =>
      rolledBack(this.database, async (tx) => {
        const before = await situationOf(tx, request.corporationId);
        return previewOf(before, await this.outcomeOf(tx, request, before));
      });
    return this.lines.turn(request.corporationId, () => untilNoneIsTaken(preview), { isRepeatable: true });
  }

  private outcomeOf(tx: Transaction, request: PayloadOf<'quota.preview'>, before: Situation): Promise<Outcome> {
    const { abandonedAfterMs } = this.settings;
    if (request.operation === 'load') return previewLoad(tx, request, before, abandonedAfterMs);
    if (request.operation === 'reprocess') return previewReprocess(tx, request, abandonedAfterMs);
    return previewActivation(tx, this.outbox, request);
  }
}

/**
 * Locks the account before its months and its contract are read: otherwise what changes during the wait would be in one number and not in
 * the other.
 */
async function situationOf(tx: Transaction, corporationId: string): Promise<Situation> {
  const account = await lockAccountInForce(tx, corporationId);
  const newest = await newestContract(tx, corporationId);
  const contract = newest?.inForce ? newest : undefined;
  const [row] = await tx.rows<{ today: Day; now: Date }>(sql`SELECT public.lima_today() AS today, public.business_now() AS now`);
  return { contract, available: account?.balances.available ?? 0, ...row! };
}

function previewOf({ contract, available, today }: Situation, { refusal, documents, newDocuments }: Outcome): Preview {
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

class RollBack<T> extends Error {
  constructor(readonly result: T) {
    super('the transaction is rolled back');
  }
}

/** Does the work in a transaction that is rolled back, and returns its result. */
async function rolledBack<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      throw new RollBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RollBack) return error.result as T;
    throw error;
  }
}
