import type { System } from '@vigia/testing';
import type { NewClient } from '../../src/clients/new-client.js';

/** Whether billing has opened the access of a client to a document. Its summary says that it is loading before that. */
export async function isOpened(system: System, { corporationId }: NewClient, taxId: string): Promise<boolean> {
  const opened = await system.database.query('SELECT FROM billing.access WHERE corporation_id = $1 AND tax_id = $2', [
    corporationId,
    taxId,
  ]);
  return opened.length > 0;
}
