import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { accessKey, takenDocuments } from '../access/access-rows.js';
import { reserveLoads } from '../quota/reserve-loads.js';
import type { Outcome, Situation } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'load' }>;

const nothing = { returned: 0, deducted: 0, expiresOn: null };

export async function previewLoad(tx: Transaction, request: Request, { contract }: Situation, holdTtlMs: number): Promise<Outcome> {
  const { corporationId, docType, mode, months } = request;
  const taxIds = [...new Set(request.taxIds)];
  if (!contract) return refused(taxIds, { reason: 'contract_not_active', fittingMonths: 0 });
  const requestId = randomUUID();
  const documents = taxIds.map((taxId) => ({ docType, taxId }));
  const taken = await takenDocuments(tx, [{ requestId, corporationId, mode, documents }]);
  const free = new Set(taxIds.filter((taxId) => !taken.has(accessKey(corporationId, { docType, taxId }))));
  const newDocuments = await neverLoadedBy(tx, corporationId, docType, [...free]);
  const monitored = { returned: 0, deducted: 0, expiresOn: null as string | null };
  if (contract.kind === 'one_time' && mode === 'monitoring') {
    const [reply] = await reserveLoads(
      tx,
      [{ requestId, corporationId, docType, taxIds, ...(months !== undefined && { months }) }],
      holdTtlMs,
    );
    if (reply?.outcome !== 'reserved') return refused(taxIds, reply as NonNullable<Outcome['refusal']>);
    Object.assign(monitored, { deducted: reply.months, expiresOn: reply.expiresOn });
  }
  return {
    refusal: null,
    documents: taxIds.map((taxId) =>
      free.has(taxId)
        ? { taxId, action: 'load', reason: null, ...monitored }
        : { taxId, action: 'none', reason: 'already_in_portfolio', ...nothing },
    ),
    newDocuments,
  };
}

function refused(taxIds: string[], { reason, fittingMonths }: NonNullable<Outcome['refusal']>): Outcome {
  const documents = taxIds.map((taxId) => ({ taxId, action: 'none' as const, reason, ...nothing }));
  return { refusal: { reason, fittingMonths }, documents, newDocuments: 0 };
}

/** Whether anybody else has loaded them is not looked at: not even a price may tell. */
async function neverLoadedBy(tx: Transaction, corporationId: string, docType: string, taxIds: string[]): Promise<number> {
  const loaded = await tx.query(
    `SELECT DISTINCT tax_id FROM billing.access_period WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
    [corporationId, docType, taxIds],
  );
  return taxIds.length - loaded.length;
}
