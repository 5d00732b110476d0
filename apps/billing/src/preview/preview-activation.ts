import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { activateProfiles } from '../activation/activate-profiles.js';
import type { Outcome } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'activate' }>;

export async function previewActivation(tx: Transaction, outbox: Outbox, { operation: _, ...request }: Request): Promise<Outcome> {
  const requestId = randomUUID();
  const reply = await activateProfiles(tx, outbox, { requestId, ...request });
  const nothing = { returned: 0, deducted: 0, expiresOn: null };
  if (reply.outcome === 'refused') {
    const { reason, fittingMonths } = reply;
    const documents = request.documents.map(({ taxId }) => ({ taxId, action: 'none' as const, reason, ...nothing }));
    return { refusal: { reason, fittingMonths }, documents, newDocuments: 0 };
  }
  const activated = await tx.query<{ taxId: string }>(`SELECT tax_id AS "taxId" FROM billing.access WHERE request_id = $1`, [requestId]);
  const { months, expiresOn } = reply;
  return {
    refusal: null,
    documents: request.documents.map(({ taxId }) =>
      activated.some((row) => row.taxId === taxId)
        ? { taxId, action: 'activate', reason: null, returned: 0, deducted: months, expiresOn }
        : { taxId, action: 'none', reason: 'already_in_portfolio', ...nothing },
    ),
    newDocuments: 0,
  };
}
