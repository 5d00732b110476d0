import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openPanel, type Panel } from '../panel/open-panel.js';
import { EventStream } from './event-stream.js';

describe('the stream of live changes to the quota', () => {
  let panel: Panel;
  let corporationId: string;

  beforeAll(async () => {
    panel = await openPanel();
    corporationId = await panel.newCorporation();
  });
  afterAll(() => panel?.stop());

  const run = (sql: string) => panel.gateways.database.query(`BEGIN; ${sql}; COMMIT`);
  const entry = (contractId: string, seq: number, kind: string, before: number[], after: number[]) =>
    `INSERT INTO billing.quota_entry (contract_id, seq, kind, months, rule, command_id, actor, granted_before, available_before, held_before,
       consumed_before, granted, available, held, consumed)
     VALUES ('${contractId}', ${seq}, '${kind}', 1, 'x', '${randomUUID()}', 'test', ${before.join()}, ${after.join()})`;
  const granted = [12, 12, 0, 0];
  const oneHeld = [12, 11, 1, 0];

  /** Writes a contract as billing does. */
  async function contractOf(year: number): Promise<string> {
    const id = randomUUID();
    await run(`
      INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
      VALUES ('${id}', '${corporationId}', 'one_time', '${year}-01-01', '${year}-12-31', 12);
      ${entry(id, 1, 'grant', [0, 0, 0, 0], granted)};
      INSERT INTO billing.quota_account (contract_id, head_seq, granted, available, held, consumed) VALUES ('${id}', 1, ${granted.join()})`);
    return id;
  }

  const holdOneMonth = (contractId: string) =>
    run(`${entry(contractId, 2, 'hold', granted, oneHeld)};
      UPDATE billing.quota_account SET (head_seq, granted, available, held, consumed) = (2, ${oneHeld.join()}) WHERE contract_id = '${contractId}'`);

  it('reports months that move in any contract of the corporation', async () => {
    const contracts = [await contractOf(2024), await contractOf(2025), await contractOf(2026)];
    const { page } = await panel.newPage(corporationId);
    const stream = await EventStream.open(panel.url, String(page.cookie));
    await stream.next('beat');
    for (const [place, contractId] of contracts.entries()) {
      await holdOneMonth(contractId);
      await waitUntil(async () => stream.changes.length === place + 1, { what: `months of contract ${place + 1} are reported` });
    }
    expect(stream.changes.map(({ what }) => what)).toEqual(['quota', 'quota', 'quota']);
    stream.leave();
  });

  it('reports a new contract, even one without a quota', async () => {
    const other = await panel.newCorporation();
    const { page } = await panel.newPage(other);
    const stream = await EventStream.open(panel.url, String(page.cookie));
    await stream.next('beat');
    await panel.gateways.database.query(
      `INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months)
       VALUES ($1, $2, 'monthly', '2020-01-01', '2099-12-31', 0)`,
      [randomUUID(), other],
    );
    expect(await stream.change('quota')).toMatchObject({ what: 'quota', id: null });
    stream.leave();
  });
});
