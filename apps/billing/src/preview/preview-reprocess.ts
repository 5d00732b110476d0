import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { reserveReprocess } from '../reprocess/reserve-reprocess.js';
import type { Outcome } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'reprocess' }>;

export async function previewReprocess(tx: Transaction, { operation: _, ...request }: Request, holdTtlMs: number): Promise<Outcome> {
  const { documents } = await reserveReprocess(tx, { requestId: randomUUID(), ...request }, holdTtlMs);
  return {
    refusal: null,
    documents: documents.map((verdict) =>
      verdict.outcome === 'refresh'
        ? {
            taxId: verdict.taxId,
            action: 'refresh',
            reason: null,
            returned: verdict.returned,
            deducted: verdict.deducted,
            expiresOn: verdict.expiresOn,
          }
        : { taxId: verdict.taxId, action: 'none', reason: verdict.reason, returned: 0, deducted: 0, expiresOn: null },
    ),
    newDocuments: 0,
  };
}
