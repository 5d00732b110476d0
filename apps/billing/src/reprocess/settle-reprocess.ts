import type { Document, PayloadOf, ReplyOf } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { lockAccount, type Account } from '../ledger/account.js';
import { readCommand, type Command } from '../ledger/commands.js';
import { holdsOf, isFor, resolveHold } from '../ledger/holds.js';
import { settleOnce } from '../ledger/settle-once.js';
import { renewMonitoring } from './renew-monitoring.js';
import type { PlannedProfile } from './reserve-reprocess.js';

type Request = PayloadOf<'reprocess.settle'>;
type Outcome = ReplyOf<'reprocess.settle'>;

/** Only a profile that was refreshed gets its new monitoring and pays for it. */
export function settleReprocess(tx: Transaction, request: Request): Promise<Outcome> {
  const { requestId, documents } = request;
  return settleOnce(tx, request, { refused: [] }, async () => {
    const command = await readCommand<PlannedProfile[], unknown>(tx, requestId);
    const account = command?.contractId ? await lockAccount(tx, command.contractId) : undefined;
    const outcome = command && account ? await settleProfiles(tx, account, command, documents) : { refused: [] };
    failpoint('billing.update-settle-uncommitted');
    return outcome;
  });
}

async function settleProfiles(
  tx: Transaction,
  account: Account,
  command: Command<PlannedProfile[]>,
  documents: Request['documents'],
): Promise<Outcome> {
  await lockAccesses(tx, account.contract.corporationId, documents);
  const holds = await holdsOf(tx, command.id);
  const refused: Outcome['refused'] = [];
  for (const profile of command.plan ?? []) {
    const document: Document = { docType: profile.docType, taxId: profile.taxId };
    const hold = holds.find((one) => isFor(one, document));
    // What was set aside comes back in any case: what is paid is the return and the deduction.
    if (hold?.state === 'held') resolveHold(account, hold, { state: 'settled', rule: 'rules 2 and 3', actor: command.actor });
    if (!documents.some(({ docType, taxId, loaded }) => loaded && taxId === document.taxId && docType === document.docType)) continue;
    const refusal = await renewMonitoring(tx, account, command, profile);
    if (refusal) refused.push({ ...document, refusal });
  }
  await account.save(tx);
  return { refused };
}

/** In one order for everybody: a query takes accesses without the account. */
async function lockAccesses(tx: Transaction, corporationId: string, documents: Document[]): Promise<void> {
  await tx.rows(sql`SELECT 1 FROM billing.access WHERE corporation_id = $1 AND tax_id = ANY($2) ORDER BY tax_id FOR UPDATE`, [
    corporationId,
    documents.map(({ taxId }) => taxId),
  ]);
}
