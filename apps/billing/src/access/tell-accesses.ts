import type { Document } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';

export type HeldDocument = Document & { corporationId: string };

const mostTold = 100;

/** Tells the loader of accesses that changed without a request of its own, so that portfolios follow. */
export function tellAccesses(tx: Transaction, outbox: Outbox, changed: HeldDocument[]): void {
  for (const corporationId of new Set(changed.map((one) => one.corporationId))) {
    const held = changed.filter((one) => one.corporationId === corporationId);
    const documents = held.map(({ docType, taxId }) => ({ docType, taxId }));
    for (let start = 0; start < documents.length; start += mostTold)
      outbox.add(tx, 'accesses.changed', { corporationId, documents: documents.slice(start, start + mostTold) });
  }
}
