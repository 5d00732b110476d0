import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBilling, type RunningBilling } from './running-billing.js';

const document = { docType: 'RUC', taxId: '20990000019' } as const;

describe('an access that another request of the corporation has opened first', () => {
  let billing: RunningBilling;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  /** As the loader has it on record, with the document in that state. */
  async function opened(request: 'loading' | 'settling' | 'finished', item: 'loading' | 'loaded' | 'failed') {
    const first = { requestId: randomUUID(), corporationId: await billing.createContract('monthly'), mode: 'monitoring' as const };
    await billing.database.query(
      `WITH request AS (
         INSERT INTO profiles.load_request (id, corporation_id, doc_type, mode, state, open_items, correlation_id)
         VALUES ($1, $2, 'RUC', 'monitoring', $3, CASE $3 WHEN 'loading' THEN 1 ELSE 0 END, 'prueba'))
       INSERT INTO profiles.load_item (request_id, tax_id, state) VALUES ($1, $4, $5)`,
      [first.requestId, first.corporationId, request, document.taxId, item],
    );
    await billing.open({ ...first, documents: [document] });
    return first;
  }

  const query = async (corporationId: string) => {
    const requestId = randomUUID();
    const settled = await billing.settle({ requestId, corporationId, mode: 'query', documents: [{ ...document, loaded: true }] });
    return { requestId, settled };
  };

  it.each([
    ['loads it', 'loading', 'loading'],
    ['has loaded it, and loads the rest of its list', 'loading', 'loaded'],
    ['has loaded it, and is being settled', 'settling', 'loaded'],
  ] as const)('stays with that request as long as it %s: a query leaves it alone', async (_what, request, item) => {
    const first = await opened(request, item);
    expect((await query(first.corporationId)).settled).toEqual({ activationFailed: 0, present: [document] });
    expect(await billing.accesses(first.corporationId)).toMatchObject([
      { state: 'pending', mode: 'monitoring', request_id: first.requestId },
    ]);
    await billing.settle({ ...first, documents: [{ ...document, loaded: true }] });
    expect(await billing.accesses(first.corporationId)).toMatchObject([
      { state: 'active', mode: 'monitoring', request_id: first.requestId },
    ]);
  });

  it('stays with that request before it is on record: months are reserved for it by then', async () => {
    const corporationId = await billing.createContract('one_time');
    const first = { requestId: randomUUID(), corporationId };
    await billing.reserve({ ...first, docType: 'RUC', taxIds: [document.taxId], months: 1 });
    expect((await query(corporationId)).settled).toEqual({ activationFailed: 0, present: [document] });
    await billing.settle({ ...first, mode: 'monitoring', documents: [{ ...document, loaded: true }] });
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', mode: 'monitoring', request_id: first.requestId }]);
  });

  it.each([
    ['could not load it', 'loading', 'failed'],
    ['has ended without it', 'finished', 'loaded'],
  ] as const)('goes to a query where that request %s', async (_what, request, item) => {
    const { corporationId } = await opened(request, item);
    const { requestId, settled } = await query(corporationId);
    expect(settled).toEqual({ activationFailed: 0, present: [] });
    expect(await billing.accesses(corporationId)).toMatchObject([{ state: 'active', mode: 'query', request_id: requestId }]);
  });
});
