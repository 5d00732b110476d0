import { type Document, endOfLimaDay, type PayloadOf, type ReplyOf, VigiaError } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { replaceAccesses } from '../access/active-accesses.js';
import { unwrittenEnd } from '../access/end-of-monitoring.js';
import { tellAccesses } from '../access/tell-accesses.js';
import { newestContract, noContractToday, type ContractTerms } from '../contracts/contract-on.js';
import { planLoad } from '../domain/plan-load.js';
import { lockAccount } from '../ledger/account.js';
import { closeCommands, openCommand, type Command } from '../ledger/commands.js';
import { writeMonitorings } from '../ledger/monitorings.js';

type Request = PayloadOf<'access.activate'>;
type Outcome = ReplyOf<'access.activate'>;

/** Starts to monitor profiles whose data is stored: all of them or none. A monitored profile stays as it is. */
export async function activateProfiles(tx: Transaction, outbox: Outbox, { requestId, origin, ...request }: Request): Promise<Outcome> {
  const { corporationId } = request;
  const command = await openCommand<object, Outcome>(tx, 'activate', { commandId: requestId, corporationId, origin, request });
  if (command.outcome) return command.outcome;
  const contract = await newestContract(tx, corporationId);
  const outcome: Outcome = contract?.inForce
    ? await activate(tx, command, request, contract)
    : { outcome: 'refused', refusal: await noContractToday(tx, corporationId) };
  closeCommands(tx, [{ id: requestId, contractId: contract?.contractId ?? null, plan: {}, outcome }]);
  if (outcome.outcome === 'activated' && outcome.profiles > 0) {
    outbox.add(tx, 'profiles.monitored', { documents: request.documents });
    tellAccesses(
      tx,
      outbox,
      request.documents.map((document) => ({ corporationId, ...document })),
    );
  }
  return outcome;
}

async function activate(
  tx: Transaction,
  command: Command,
  request: Omit<Request, 'requestId' | 'origin'>,
  contract: ContractTerms,
): Promise<Outcome> {
  const { corporationId, months } = request;
  const account = await lockAccount(tx, contract.contractId);
  const documents = await unmonitored(tx, corporationId, request.documents);
  const opened = { corporationId, requestId: command.id, mode: 'monitoring', documents } as const;
  const withheldSections = contract.excludedSections;
  if (!account || documents.length === 0) {
    replaceAccesses(tx, { ...opened, withheldSections, endsAt: null });
    return { outcome: 'activated', months: 0, expiresOn: null, profiles: documents.length };
  }
  const profiles = documents.length;
  const { contract: term, balances } = account;
  const plan = planLoad({ profiles, months, available: balances.available, contract: term, on: command.asOf });
  if ('reason' in plan) return { outcome: 'refused', refusal: plan };
  const { lastMonth, expiresOn } = plan;
  const firstMonth = lastMonth - plan.months + 1;
  const about = { rule: 'profiles x months' as const, commandId: command.id, actor: command.actor, firstMonth, lastMonth };
  for (const document of documents) account.post({ ...about, kind: 'deduct', months: plan.months, document });
  await account.save(tx);
  writeMonitorings(tx, account, { startedOn: command.asOf, lastMonth, commandId: command.id, documents });
  replaceAccesses(tx, { ...opened, withheldSections, endsAt: endOfLimaDay(expiresOn) });
  return { outcome: 'activated', months: plan.months, expiresOn, profiles };
}

/** The profiles that are in query mode, or whose monitoring has expired. Any other profile must be loaded first. */
async function unmonitored(tx: Transaction, corporationId: string, documents: Document[]): Promise<Document[]> {
  const rows = await tx.rows<Document & { live: boolean; mode: 'monitoring' | 'query' }>(
    sql`SELECT doc_type, tax_id, mode, state = 'active' AND ${unwrittenEnd} IS NULL AS live FROM billing.current_access AS access
     WHERE corporation_id = $1 AND tax_id = ${taxIdsIn('$2')} AND state IN ('active', 'expired') AND (tax_id, doc_type) IN (
       SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS asked ("taxId" text, "docType" text))
     ORDER BY tax_id FOR UPDATE`,
    [corporationId, JSON.stringify(documents)],
  );
  const known = rows.filter(({ live, mode }) => live || mode === 'monitoring');
  const missing = documents.find(({ docType, taxId }) => !known.some((row) => row.docType === docType && row.taxId === taxId));
  if (missing) throw VigiaError.of('not_in_portfolio', { taxId: missing.taxId });
  return known.filter(({ live, mode }) => !(live && mode === 'monitoring')).map(({ docType, taxId }) => ({ docType, taxId }));
}
