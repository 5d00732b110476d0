import type { DocType, PayloadOf, ReplyOf, ReprocessVerdict } from '@vigia/contracts';
import { firstOfNumber, sql, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { unwrittenEnd } from '../access/end-of-monitoring.js';
import { newestContract, noContractToday } from '../contracts/contract-on.js';
import { planReprocess, type Profile, type ReprocessPlan } from '../domain/plan-reprocess.js';
import { lockAccountInForce } from '../ledger/account.js';
import { closeCommands, openCommand, settledRequests } from '../ledger/commands.js';
import { setAside, writeHolds, type NewHold } from '../ledger/holds.js';

type ActiveProfile = Profile & { taxId: string; docType: DocType };

/** One profile for each number. */
export async function profilesOf(tx: Transaction, corporationId: string, taxIds: string[]): Promise<Map<string, ActiveProfile>> {
  const profiles = await tx.rows<ActiveProfile>(
    sql`SELECT DISTINCT ON (access.tax_id) access.tax_id, access.doc_type, access.mode, exact.state,
       coalesce(access.ends_on, (over_since AT TIME ZONE 'America/Lima')::date - 1) AS ends_on, live.last_month
     FROM billing.current_access AS access
     CROSS JOIN LATERAL (SELECT ${unwrittenEnd} AS over_since) AS unwritten
     CROSS JOIN LATERAL (SELECT CASE WHEN over_since IS NULL THEN access.state ELSE 'expired' END AS state) AS exact
     LEFT JOIN LATERAL (
       SELECT last_month FROM billing.monitoring AS paid
       WHERE paid.corporation_id = access.corporation_id AND paid.tax_id = access.tax_id AND paid.doc_type = access.doc_type
         AND paid.state = 'live' AND paid.expires_on >= public.lima_today() LIMIT 1) AS live ON access.mode = 'monitoring'
     WHERE access.corporation_id = $1 AND access.tax_id = ANY($2)
     ORDER BY access.tax_id, ${firstOfNumber(sql`exact.state`, sql`access.doc_type`)}`,
    [corporationId, taxIds],
  );
  return new Map(profiles.map((profile) => [profile.taxId, profile]));
}

type Request = PayloadOf<'reprocess.reserve'>;
type Reply = ReplyOf<'reprocess.reserve'>;

/** What one profile returns and takes, fixed when the forced update was accepted. */
export type PlannedProfile = ReprocessPlan & { taxId: string; docType: DocType };

/**
 * Sets the net cost of every profile aside, in the order of the request. Months that one profile will give back cannot pay for another,
 * because they come back only once that profile is refreshed.
 */
export async function reserveReprocess(
  tx: Transaction,
  { requestId, origin, ...request }: Request,
  abandonedAfterMs: number,
): Promise<Reply> {
  const { corporationId, months } = request;
  const command = await openCommand<PlannedProfile[], Reply>(tx, 'reprocess', { commandId: requestId, corporationId, origin, request });
  if (command.outcome) return command.outcome;
  const account = await lockAccountInForce(tx, corporationId);
  const noContract = (await newestContract(tx, corporationId))?.inForce ? undefined : await noContractToday(tx, corporationId);
  const taxIds = [...new Set(request.taxIds)];
  const spent = (await settledRequests(tx, [requestId])).size > 0;
  const profiles = spent ? new Map() : await profilesOf(tx, corporationId, taxIds);
  const [verdicts, planned, holds]: [ReprocessVerdict[], PlannedProfile[], NewHold[]] = [[], [], []];
  for (const taxId of taxIds) {
    const profile = profiles.get(taxId);
    const available = account?.balances.available ?? 0;
    const plan = planReprocess(profile, { months, contract: account?.contract, available, noContract, on: command.asOf });
    if (plan && 'reason' in plan) {
      verdicts.push({ outcome: 'refused', taxId, refusal: plan });
      continue;
    }
    const document = { taxId, docType: profile.docType };
    const { returned = 0, deducted = 0, expiresOn = null } = plan ?? {};
    verdicts.push({ outcome: 'refresh', ...document, returned, deducted, expiresOn });
    if (!plan || !account) continue;
    planned.push({ ...plan, ...document });
    const { cost, lastMonth } = plan;
    if (cost > 0) holds.push(setAside(account, command, document, { amount: cost, rule: 'rules 2 and 3', lastMonth }));
  }
  await account?.save(tx);
  writeHolds(tx, holds, abandonedAfterMs);
  const outcome = { documents: verdicts };
  closeCommands(tx, [{ id: requestId, contractId: account?.contract.contractId ?? null, plan: planned, outcome }]);
  failpoint('billing.update-reserve-uncommitted');
  return outcome;
}
