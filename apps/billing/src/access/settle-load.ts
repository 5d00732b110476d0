import type { Settled, Settlement } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { chargeDocuments } from '../charges/charge-documents.js';
import { newestContract, type ContractTerms } from '../contracts/contract-on.js';
import { accessEndsAt } from '../domain/access-period.js';
import { endOfLimaDay, limaDay } from '../domain/lima-day.js';
import { expiresOn } from '../domain/monitoring.js';
import type { LoadPlan } from '../domain/plan-load.js';
import { lockAccount } from '../quota/account.js';
import { readCommand, type Command } from '../quota/commands.js';
import { writeMonitorings } from '../quota/monitorings.js';
import { payForLoaded } from '../quota/pay-for-loaded.js';
import { settleOnce } from '../quota/settle-once.js';
import { accessKey, activateAccesses, failAccesses, lockPending, openAccesses } from './access-rows.js';

export function settleLoad(tx: Transaction, settlement: Settlement): Promise<Settled> {
  const { requestId } = settlement;
  return settleOnce(tx, requestId, { activationFailed: 0, present: [] }, async () => {
    const contract = await newestContract(tx, settlement.corporationId);
    const command = await readCommand<LoadPlan, unknown>(tx, requestId);
    const outcome = command?.plan ? await settleHeld(tx, settlement, command, contract) : await settleFree(tx, settlement, contract);
    await chargeDocuments(tx, settlement, contract);
    failpoint('billing.settle-uncommitted');
    return outcome;
  });
}

/** Monitoring that months were set aside for: all loaded profiles become active, or all are expired at once. */
async function settleHeld(
  tx: Transaction,
  settlement: Settlement,
  command: Command<LoadPlan>,
  contract: ContractTerms | undefined,
): Promise<Settled> {
  const account = await lockAccount(tx, command.contractId as string);
  if (!account) throw new Error(`contract ${command.contractId} has no account`);
  await openForEnd(tx, settlement);
  const documents = await lockPending(tx, settlement, true);
  const { lastMonth } = command.plan as LoadPlan;
  const now = await businessNow(tx);
  const paid = await payForLoaded(tx, account, command, { profiles: documents.length, today: limaDay(now) });
  await account.save(tx);
  if (paid) await writeMonitorings(tx, account, { startedOn: command.asOf, lastMonth, commandId: command.id, documents });
  await activateAccesses(tx, {
    ...settlement,
    documents,
    endsAt: paid ? endOfLimaDay(expiresOn(lastMonth, account.contract)) : now,
    expired: !paid,
    withheldSections: contract?.excludedSections ?? [],
  });
  return { activationFailed: paid ? 0 : documents.length, present: presentOf(settlement, documents) };
}

/** What costs no months. Monitoring under a one-time plan is not among it, and a contract may have ended meanwhile. */
async function settleFree(tx: Transaction, settlement: Settlement, contract: ContractTerms | undefined): Promise<Settled> {
  await openForEnd(tx, settlement);
  const documents = await lockPending(tx, settlement, false);
  const now = await businessNow(tx);
  const expired = !contract?.inForce || (settlement.mode === 'monitoring' && contract.kind === 'one_time');
  await activateAccesses(tx, {
    ...settlement,
    documents,
    endsAt: expired ? now : accessEndsAt(settlement.mode, now),
    expired,
    withheldSections: contract?.excludedSections ?? [],
  });
  return { activationFailed: 0, present: presentOf(settlement, documents) };
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
  const [row] = await tx.query<{ now: Date }>('SELECT public.business_now() AS now');
  return (row as { now: Date }).now;
}
