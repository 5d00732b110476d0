import { type Day, type Document, documentKey, endOfLimaDay, limaDay, PlainError, type Settled, type Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { accessEndsAt, activateAccesses } from '../access/active-accesses.js';
import { failAccesses, lockAccesses, lockPending, openAccesses, withdrawAccesses } from '../access/pending-accesses.js';
import { chargeDocuments } from '../charges/document-charges.js';
import { isMonthlySince, newestContract, type ContractTerms } from '../contracts/contract-on.js';
import { expiresOn, lastMonthWithin } from '../domain/months.js';
import type { LoadPlan } from '../domain/plan-load.js';
import { lockAccount, type Account } from '../ledger/account.js';
import { settleOnce, type Command } from '../ledger/commands.js';
import { commitHold, holdsOf, isFor, voidHold, type Hold } from '../ledger/holds.js';
import { monitoredSince, writeMonitorings } from '../ledger/monitorings.js';

const rule = 'profiles x months' as const;

/**
 * Pays for the loaded profiles: each with its hold, or, if the hold is gone, with months that are available now. The latter is possible
 * only on the day of the plan, because later its months may be over or paid otherwise. Pays for all; if that is impossible it pays for none
 * and returns false. Unused months of a hold go back.
 */
function payForLoaded(
  account: Account,
  command: Command<LoadPlan>,
  { holds, documents, today }: { holds: Hold[]; documents: Document[]; today: Day },
): boolean {
  const { months, lastMonth } = command.plan as LoadPlan;
  const { balances, contract } = account;
  const open = holds.filter(({ state }) => state === 'held');
  const bare = documents.filter((document) => !open.some((hold) => isFor(hold, document)));
  const unused = open.reduce((sum, { amount }) => sum + amount, 0) - (documents.length - bare.length) * months;
  const isInTime = today === command.asOf && lastMonth <= lastMonthWithin(contract);
  const paid = bare.length === 0 || (isInTime && bare.length * months <= balances.available + unused);
  const about = { rule, actor: command.actor };
  const firstMonth = lastMonth - months + 1;
  for (const hold of open) {
    if (paid && documents.some((document) => isFor(hold, document))) commitHold(account, hold, { ...about, firstMonth });
    else voidHold(account, hold, { state: 'voided', actor: command.actor });
  }
  if (!paid) return false;
  for (const document of bare) account.post({ ...about, kind: 'deduct', months, commandId: command.id, document, firstMonth, lastMonth });
  return true;
}

/** The outcome of a settlement, and the contract of the day of acceptance, whose price applies. */
interface Ended {
  settled: Settled;
  contract: Pick<ContractTerms, 'contractId' | 'documentPriceCents'> | undefined;
}

export function settleLoad(tx: Transaction, settlement: Settlement): Promise<Settled> {
  return settleOnce<LoadPlan, Settled>(tx, 'load', settlement, mayBeUnanswered(settlement), async (command) => {
    const { settled, contract } = command?.plan ? await settleHeld(tx, settlement, command) : await settleFree(tx, settlement);
    chargeDocuments(tx, settlement, contract);
    failpoint('billing.settle-uncommitted');
    return settled;
  });
}

/** The loader may have got no reply to its reservation: then it has loaded nothing, and billing may still be deciding it. */
export function mayBeUnanswered({ mode, documents }: Settlement): boolean {
  return mode === 'monitoring' && documents.every(({ loaded }) => !loaded);
}

/**
 * Monitoring with reserved months: all loaded profiles become active, or all expire at once. If the request joined another request for a
 * document, that request pays for it. The same holds for a profile that another request has monitored since the acceptance, even if those
 * months are over by now: its hold goes back.
 */
async function settleHeld(tx: Transaction, settlement: Settlement, command: Command<LoadPlan>): Promise<Ended> {
  const account = await lockAccount(tx, command.contractId as string);
  if (!account) throw new PlainError(`contract ${command.contractId} has no account`);
  const { contract } = account;
  const [holds, elsewhere] = await Promise.all([
    holdsOf(tx, command.id),
    monitoredSince(tx, settlement.corporationId, settlement.documents, command.asOf),
  ]);
  const othersKeys = new Set(elsewhere.map(documentKey));
  const isReserved = (document: Document) => holds.some((hold) => isFor(hold, document)) && !othersKeys.has(documentKey(document));
  const reserved = { ...settlement, documents: settlement.documents.filter(isReserved) };
  const ended = openReserved(tx, reserved, await unaskedOf(tx, reserved));
  const [, documents, now] = await Promise.all([ended, lockPending(tx, reserved, true), businessNow(tx)]);
  const { lastMonth } = command.plan as LoadPlan;
  const paid = payForLoaded(account, command, { holds, documents, today: limaDay(now) });
  await account.save(tx);
  if (paid) writeMonitorings(tx, account, { startedOn: command.asOf, lastMonth, commandId: command.id, documents });
  const endsAt = paid ? endOfLimaDay(expiresOn(lastMonth, contract)) : now;
  activateAccesses(tx, { ...settlement, documents, endsAt, withheldSections: contract.excludedSections });
  return { settled: { activationFailed: paid ? 0 : documents.length, present: presentOf(settlement, documents) }, contract };
}

/**
 * Accesses that cost no months. A query lasts 48 hours, whatever becomes of the contract. Monitoring lasts as long as monthly contracts
 * follow each other, so it may already be over. Under a one-time plan it is not free.
 */
async function settleFree(tx: Transaction, settlement: Settlement): Promise<Ended> {
  const { corporationId, mode, acceptedOn } = settlement;
  const asked = newestContract(tx, corporationId, acceptedOn);
  const isLoaded = settlement.documents.every(({ loaded }) => loaded);
  const opened = isLoaded ? settlement.documents : withoutRefused(settlement, await asked, await unaskedOf(tx, settlement));
  const [, documents, contract, isMonthly, now] = await Promise.all([
    openForEnd(tx, settlement, opened),
    lockPending(tx, settlement, false),
    asked,
    mode === 'monitoring' && isMonthlySince(tx, corporationId, acceptedOn),
    businessNow(tx),
  ]);
  const isOpen = mode === 'query' ? contract?.inForce : isMonthly;
  const endsAt = isOpen ? accessEndsAt(mode, now) : now;
  activateAccesses(tx, { ...settlement, documents, endsAt, withheldSections: contract?.excludedSections ?? [] });
  return { settled: { activationFailed: 0, present: presentOf(settlement, documents) }, contract };
}

/**
 * The loader also names documents that were refused, and those for which it got no reply. No source was asked for either, so no access is
 * opened for them. Only queries and monthly plans load without months, and without a contract nobody does.
 */
function withoutRefused(
  { mode, documents }: Settlement,
  contract: ContractTerms | undefined,
  unasked: Set<string>,
): Settlement['documents'] {
  const isFree = contract?.inForce && (mode === 'query' || contract.kind === 'monthly');
  return documents.filter(({ loaded, taxId }) => loaded || (isFree && !unasked.has(taxId)));
}

/**
 * The documents of a request that waited for no source. The loader got no reply to the reservation, so it refused them; documents that
 * another request was loading were waited for all the same. All documents of a request are of one type.
 */
async function unaskedOf(tx: Transaction, { requestId, documents }: Settlement): Promise<Set<string>> {
  const failed = documents.filter(({ loaded }) => !loaded).map(({ taxId }) => taxId);
  if (failed.length === 0) return new Set();
  const unasked = await tx.rows<{ taxId: string }>(
    sql`SELECT tax_id FROM profiles.item_status WHERE request_id = $1 AND tax_id = ANY($2) AND load_id IS NULL`,
    [requestId, failed],
  );
  return new Set(unasked.map(({ taxId }) => taxId));
}

/** Documents about which no source was asked are taken back instead. Locks all of them first, in one order. */
async function openReserved(tx: Transaction, reserved: Settlement, unasked: Set<string>): Promise<void> {
  if (unasked.size === 0) return openForEnd(tx, reserved);
  lockAccesses(tx, reserved.corporationId, reserved.documents);
  withdrawAccesses(tx, { ...reserved, documents: reserved.documents.filter(({ taxId }) => unasked.has(taxId)) });
  await openForEnd(tx, { ...reserved, documents: reserved.documents.filter(({ taxId }) => !unasked.has(taxId)) });
}

/** Opens again accesses that were closed as abandoned before the settlement came, and those that failed before they were opened. */
async function openForEnd(tx: Transaction, settlement: Settlement, documents: Document[] = settlement.documents): Promise<void> {
  const opened = openAccesses(tx, settlement.corporationId, [{ ...settlement, documents }]);
  failAccesses(tx, settlement);
  await opened;
}

function presentOf({ documents }: Settlement, activated: Settled['present']): Settled['present'] {
  const own = new Set(activated.map(documentKey));
  return documents
    .filter((document) => document.loaded && !own.has(documentKey(document)))
    .map(({ docType, taxId }) => ({ docType, taxId }));
}

async function businessNow(tx: Transaction): Promise<Date> {
  const [row] = await tx.rows<{ now: Date }>(sql`SELECT public.business_now() AS now`);
  return (row as { now: Date }).now;
}
