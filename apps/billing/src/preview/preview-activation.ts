import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { activateProfiles } from '../activation/activate-profiles.js';
import { endOfLimaDay } from '../domain/lima-day.js';
import { untouched, type Outcome } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'activate' }>;

export async function previewActivation(tx: Transaction, outbox: Outbox, { operation: _, ...request }: Request): Promise<Outcome> {
  const requestId = randomUUID();
  const reply = await activateProfiles(tx, outbox, { requestId, ...request });
  if (reply.outcome === 'refused') {
    const { refusal } = reply;
    const documents = request.documents.map(({ taxId }) => ({ taxId, action: 'none' as const, refusal, ...untouched }));
    return { refusal, documents, newDocuments: 0 };
  }
  const activated = await tx.rows<{ taxId: string }>(
    sql`SELECT tax_id FROM billing.access WHERE corporation_id = $1 AND tax_id = ANY($2) AND request_id = $3`,
    [request.corporationId, request.documents.map(({ taxId }) => taxId), requestId],
  );
  const { months, expiresOn } = reply;
  const expiresAt = expiresOn && endOfLimaDay(expiresOn).toISOString();
  return {
    refusal: null,
    documents: request.documents.map(({ taxId }) =>
      activated.some((row) => row.taxId === taxId)
        ? { taxId, action: 'activate', refusal: null, returned: 0, deducted: months, expiresAt }
        : { taxId, action: 'keep', refusal: null, ...untouched },
    ),
    newDocuments: 0,
  };
}
