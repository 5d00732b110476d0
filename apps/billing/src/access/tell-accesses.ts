import type { Document } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';

export type HeldDocument = Document & { corporationId: string };

const mostTold = 100;

/** Tells the loader about accesses that changed without a load or a forced update, so that portfolios follow. */
export function tellAccesses(tx: Transaction, outbox: Outbox, changed: HeldDocument[]): void {
  for (const corporationId of new Set(changed.map((one) => one.corporationId))) {
    const held = changed.filter((one) => one.corporationId === corporationId);
    for (const documents of inPortions(held)) outbox.add(tx, 'accesses.changed', { corporationId, documents });
  }
}

function inPortions(all: Document[]): Document[][] {
  const documents = all.map(({ docType, taxId }) => ({ docType, taxId }));
  return Array.from({ length: Math.ceil(documents.length / mostTold) }, (_, portion) =>
    documents.slice(portion * mostTold, (portion + 1) * mostTold),
  );
}
