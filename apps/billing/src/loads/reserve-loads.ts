import { documentKey, PlainError, VigiaError, type Document, type PayloadOf, type Refusal, type ReplyOf } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { openAccesses, takenDocuments, type Opening } from '../access/pending-accesses.js';
import { newestContract, noContractToday } from '../contracts/contract-on.js';
import { planLoad, type LoadPlan } from '../domain/plan-load.js';
import { lockAccountInForce, type Account } from '../ledger/account.js';
import { closeCommands, openCommands, settledRequests, type Command } from '../ledger/commands.js';
import { setAside, writeHolds, type NewHold } from '../ledger/holds.js';

type Reservation = PayloadOf<'quota.reserve'>;
type Reply = ReplyOf<'quota.reserve'>;
type ReserveCommand = Command<LoadPlan, Reply>;

/** Another request opened an access after it was found free, or this request was settled meanwhile: the reservation starts again. */
class TakenMeanwhileError extends PlainError {}

const attempts = 5;

/** Runs work that reserves, and repeats it if an access was taken meanwhile. By then what it had written is rolled back. */
export async function untilNoneIsTaken<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TakenMeanwhileError) || attempt === attempts) throw error;
    return untilNoneIsTaken(work, attempt + 1);
  }
}

interface Decision {
  id: string;
  contractId: string | null;
  plan: LoadPlan | null;
  outcome: Reply;
}

/**
 * Decides several reservations of a corporation in one transaction, each as if it were alone. Many simultaneous reservations then cost a
 * busy contract one lock and one commit.
 */
export async function reserveLoads(tx: Transaction, reservations: Reservation[], abandonedAfterMs: number): Promise<Reply[]> {
  const asked = reservations.map(({ requestId, origin, ...request }) => ({
    commandId: requestId,
    corporationId: request.corporationId,
    origin,
    request,
  }));
  const commands = await openCommands<LoadPlan, Reply>(tx, 'load', asked);
  const fresh = new Map(
    reservations.filter(({ requestId }) => !commands.get(requestId)?.outcome).map((reservation) => [reservation.requestId, reservation]),
  );
  const decided = await decide(tx, [...fresh.values()], commands, abandonedAfterMs);
  return reservations.map(({ requestId }) => (decided.get(requestId) ?? commands.get(requestId))?.outcome as Reply);
}

async function decide(
  tx: Transaction,
  reservations: Reservation[],
  commands: Map<string, ReserveCommand>,
  abandonedAfterMs: number,
): Promise<Map<string, Decision>> {
  const [first] = reservations;
  if (!first) return new Map();
  const { corporationId } = first;
  const [account, spent, taken] = await Promise.all([
    lockAccountInForce(tx, corporationId),
    settledRequests(
      tx,
      reservations.map(({ requestId }) => requestId),
    ),
    takenDocuments(
      tx,
      corporationId,
      reservations.flatMap(({ taxIds }) => taxIds),
    ),
  ]);
  const [decisions, opened, holds]: [Decision[], Opening[], NewHold[]] = [[], [], []];
  for (const { requestId, docType, taxIds, months: asked } of reservations) {
    const isFree = (document: Document) => !spent.has(requestId) && !taken.has(documentKey(document));
    const free = taxIds.map((taxId) => ({ docType, taxId })).filter(isFree);
    const present = taxIds.filter((taxId) => !isFree({ docType, taxId }));
    const command = commands.get(requestId) as ReserveCommand;
    const plan = account ? planFor(account, free.length, asked, command.asOf) : await refusalWithout(tx, corporationId);
    if ('reason' in plan || !account) {
      decisions.push({ id: requestId, contractId: null, plan: null, outcome: { outcome: 'refused', refusal: plan as Refusal } });
      continue;
    }
    const { months, lastMonth, cost, expiresOn } = plan;
    decisions.push({
      id: requestId,
      contractId: account.contract.contractId,
      plan,
      outcome: { outcome: 'reserved', months, expiresOn, present },
    });
    for (const document of free) taken.add(documentKey(document));
    if (cost === 0) continue;
    opened.push({ requestId, mode: 'monitoring', documents: free });
    const held = { amount: months, rule: 'profiles x months', firstMonth: lastMonth - months + 1, lastMonth } as const;
    for (const document of free) holds.push(setAside(account, command, document, held));
  }
  await account?.save(tx);
  writeHolds(tx, holds, abandonedAfterMs);
  await openAll(tx, corporationId, opened);
  closeCommands(tx, decisions);
  failpoint('billing.reserve-uncommitted');
  return new Map(decisions.map((decision) => [decision.id, decision]));
}

/** Without a free profile there is nothing to set aside, so it is never refused. */
function planFor(account: Account, profiles: number, months: number | undefined, asOf: string): LoadPlan | Refusal {
  if (profiles === 0) return { months: 0, lastMonth: 0, cost: 0, expiresOn: asOf };
  return planLoad({ profiles, months, available: account.balances.available, contract: account.contract, on: asOf });
}

/**
 * A contract without an account is monthly, and the loader reserves nothing under it: midnight has passed since it looked. It must not refuse
 * for good then; a repeated request is loaded under the contract that has begun.
 */
async function refusalWithout(tx: Transaction, corporationId: string): Promise<Refusal> {
  if ((await newestContract(tx, corporationId))?.inForce) throw VigiaError.of('unavailable');
  return noContractToday(tx, corporationId);
}

/**
 * Looks for settlements only once it has the rows: by then it has waited for a settlement that was being written, if that has loaded
 * something. A settlement without loaded documents was waited for at the command, or waits there for this reservation.
 */
async function openAll(tx: Transaction, corporationId: string, openings: Opening[]): Promise<void> {
  const wanted = openings.reduce((sum, { documents }) => sum + documents.length, 0);
  if (wanted === 0) return;
  const requestIds = openings.map(({ requestId }) => requestId);
  const [opened, settled] = await Promise.all([openAccesses(tx, corporationId, openings), settledRequests(tx, requestIds)]);
  if (opened.length !== wanted || settled.size > 0) throw new TakenMeanwhileError('an access was opened or settled meanwhile');
}
