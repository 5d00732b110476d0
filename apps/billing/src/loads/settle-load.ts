import { PlainError, type Document, type Settled, type Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { chargeDocuments } from '../charges/charge-documents.js';
import { isMonthlySince, newestContract, type ContractTerms } from '../contracts/contract-on.js';
import { accessEndsAt } from '../domain/access-period.js';
import { endOfLimaDay, limaDay } from '../domain/lima-day.js';
import { expiresOn } from '../domain/monitoring.js';
import type { LoadPlan } from '../domain/plan-load.js';
import { lockAccount } from '../ledger/account.js';
import { readCommand, type Command } from '../ledger/commands.js';
import { holdsOf, isFor } from '../ledger/holds.js';
import { monitoredSince, writeMonitorings } from '../ledger/monitorings.js';
import { payForLoaded } from './pay-for-loaded.js';
import { settleOnce } from '../ledger/settle-once.js';
import { accessKey, activateAccesses, failAccesses, lockPending, openAccesses } from '../access/access-rows.js';

/** What came of a settlement, and the contract of the day on which its request was accepted: the price is that one's. */
interface Ended {
  settled: Settled;
  contract: Pick<ContractTerms, 'contractId' | 'documentPriceCents'> | undefined;
}

export function settleLoad(tx: Transaction, settlement: Settlement): Promise<Settled> {
  return settleOnce(tx, settlement, { activationFailed: 0, present: [] }, async () => {
    const command = await readCommand<LoadPlan, unknown>(tx, settlement.requestId);
    const { settled, contract } = command?.plan ? await settleHeld(tx, settlement, command) : await settleFree(tx, settlement);
    await chargeDocuments(tx, settlement, contract);
    failpoint('billing.settle-uncommitted');
    return settled;
  });
}

/**
 * Monitoring that months were set aside for: all loaded profiles become active, or all are expired at once. What it joined
 * another request for is that one's to pay. A profile that another request has monitored since the acceptance is that one's
 * too, whether its months are over by now or not: what was set aside for it goes back.
 */
async function settleHeld(tx: Transaction, settlement: Settlement, command: Command<LoadPlan>): Promise<Ended> {
  const account = await lockAccount(tx, command.contractId as string);
  if (!account) throw new PlainError(`contract ${command.contractId} has no account`);
  const { contract } = account;
  const [holds, elsewhere] = await Promise.all([
    holdsOf(tx, command.id),
    monitoredSince(tx, settlement.corporationId, settlement.documents, command.asOf),
  ]);
  const othersKeys = new Set(elsewhere.map((document) => accessKey(settlement.corporationId, document)));
  const isReserved = (document: Document) =>
    holds.some((hold) => isFor(hold, document)) && !othersKeys.has(accessKey(settlement.corporationId, document));
  const reserved = { ...settlement, documents: settlement.documents.filter(isReserved) };
  await openForEnd(tx, reserved);
  const documents = await lockPending(tx, reserved, true);
  const { lastMonth } = command.plan as LoadPlan;
  const now = await businessNow(tx);
  const paid = payForLoaded(account, command, { holds, documents, today: limaDay(now) });
  await account.save(tx);
  if (paid) await writeMonitorings(tx, account, { startedOn: command.asOf, lastMonth, commandId: command.id, documents });
  const endsAt = paid ? endOfLimaDay(expiresOn(lastMonth, contract)) : now;
  await activateAccesses(tx, { ...settlement, documents, endsAt, withheldSections: contract.excludedSections });
  return { settled: { activationFailed: paid ? 0 : documents.length, present: presentOf(settlement, documents) }, contract };
}

/**
 * What costs no months. A query has its time whatever became of the contract meanwhile; monitoring goes on as long as monthly
 * contracts follow each other, so that it may be over already. Under a one-time plan it is not free.
 */
async function settleFree(tx: Transaction, settlement: Settlement): Promise<Ended> {
  const { corporationId, mode, acceptedOn } = settlement;
  await openForEnd(tx, settlement);
  const documents = await lockPending(tx, settlement, false);
  const contract = await newestContract(tx, corporationId, acceptedOn);
  const now = await businessNow(tx);
  const isOpen = mode === 'query' ? contract?.inForce : await isMonthlySince(tx, corporationId, acceptedOn);
  const endsAt = isOpen ? accessEndsAt(mode, now) : now;
  await activateAccesses(tx, { ...settlement, documents, endsAt, withheldSections: contract?.excludedSections ?? [] });
  return { settled: { activationFailed: 0, present: presentOf(settlement, documents) }, contract };
}

/** Whatever it does not have open: it may have been taken for abandoned. */
async function openForEnd(tx: Transaction, settlement: Settlement): Promise<void> {
  await openAccesses(tx, [settlement]);
  await failAccesses(tx, settlement);
}

function presentOf({ corporationId, documents }: Settlement, activated: Settled['present']): Settled['present'] {
  const own = new Set(activated.map((document) => accessKey(corporationId, document)));
  return documents
    .filter((document) => document.loaded && !own.has(accessKey(corporationId, document)))
    .map(({ docType, taxId }) => ({ docType, taxId }));
}

async function businessNow(tx: Transaction): Promise<Date> {
  const [row] = await tx.rows<{ now: Date }>(sql`SELECT public.business_now() AS now`);
  return (row as { now: Date }).now;
}
