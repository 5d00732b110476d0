import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rucCheckDigit, type StartLoads } from '@vigia/contracts';
import { testedBrokers, waitUntil, testOrigin } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

const source = 'protestos';

const documents = (eightDigits: number, count: number) =>
  Array.from({ length: count }, (_, i) => `20${eightDigits + i}`).map((ten) => ten + rucCheckDigit(ten));

describe.each(testedBrokers())('the queue of a slow source with one worker, on %s', (broker) => {
  const portfolio = documents(99_002_000, 20);
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_SOURCE_CONCURRENCY: '1', VIGIA_TASK_DEADLINE_MS: '600000' }, { broker });
    const { requestId } = await request(portfolio);
    await loader.untilFinished(requestId, 180_000);
  }, 300_000);
  afterAll(() => loader?.stop());

  beforeEach(() => loader.simulator.lay(source, undefined, { outcome: 'ok', delayMs: 1_000 }));
  afterEach(async () => {
    await loader.simulator.lay(source, undefined, { outcome: 'ok', delayMs: 0 });
    await untilOpen(0);
  });

  /** A request of a new corporation. */
  async function request(taxIds: string[]): Promise<StartLoads> {
    const corporationId = await loader.createCorporation();
    const command: StartLoads = { requestId: randomUUID(), corporationId, docType: 'RUC', taxIds, mode: 'monitoring', origin: testOrigin };
    await loader.command(command);
    return command;
  }

  const untilOpen = (loads: number) =>
    waitUntil(async () => (await loader.database.query(`SELECT FROM profiles.load WHERE state = 'open'`)).length === loads, {
      what: `${loads} loads are open`,
      timeoutMs: 120_000,
    });

  async function refresh(taxIds: string[]): Promise<void> {
    const before = await refreshesOf(taxIds);
    await loader.database.query(`UPDATE profiles.source_answer SET refresh_at = now() WHERE source = $1 AND tax_id = ANY($2)`, [
      source,
      taxIds,
    ]);
    await waitUntil(async () => (await refreshesOf(taxIds)) === before + taxIds.length, { what: 'the refreshes have begun' });
  }

  const refreshesOf = async (taxIds: string[]) =>
    (await loader.database.query(`SELECT FROM profiles.load WHERE purpose = 'refresh' AND tax_id = ANY($1)`, [taxIds])).length;

  /** How many documents of others waited for the source when the request came, and how many of them were answered before its own. */
  async function others(taxIds: string[], { requestId }: StartLoads): Promise<{ waited: number; wentFirst: number }> {
    const [row] = await loader.database.query<{ waited: number; wentFirst: number }>(
      `WITH own AS (
         SELECT min(created_at) AS began, max(task.closed_at) AS ended
         FROM profiles.load_request JOIN profiles.load_item ON request_id = id JOIN profiles.task USING (load_id)
         WHERE request_id = $1 AND source = $2)
       SELECT count(*)::int AS waited, count(*) FILTER (WHERE task.closed_at < ended)::int AS "wentFirst"
       FROM own, profiles.task JOIN profiles.load ON load.id = load_id
       WHERE source = $2 AND tax_id = ANY($3) AND (task.closed_at IS NULL OR task.closed_at > began)`,
      [requestId, source, taxIds],
    );
    return row!;
  }

  it("serves another corporation's single document before most of an earlier bulk load", async () => {
    const bulk = documents(99_003_000, 20);
    await request(bulk);
    const single = await request(documents(99_004_000, 1));
    await loader.untilFinished(single.requestId);
    const { waited, wentFirst } = await others(bulk, single);
    expect(waited).toBeGreaterThan(5);
    expect(wentFirst).toBeLessThan(waited / 2);
  });

  it('serves a request of a client before most scheduled refreshes', async () => {
    await refresh(portfolio);
    const bulk = await request(documents(99_005_000, 4));
    await loader.untilFinished(bulk.requestId);
    const { waited, wentFirst } = await others(portfolio, bulk);
    expect(waited).toBeGreaterThan(5);
    expect(wentFirst).toBeLessThan(waited / 2);
  });

  it('serves a refresh that a client joins before most other refreshes', async () => {
    await refresh(portfolio);
    const [last] = await loader.database.query<{ tax_id: string }>(
      `SELECT tax_id FROM profiles.load WHERE state = 'open' ORDER BY opened_at DESC LIMIT 1`,
    );
    const joining = await request([last!.tax_id]);
    await loader.untilFinished(joining.requestId);
    const { waited, wentFirst } = await others(portfolio, joining);
    expect(waited).toBeGreaterThan(5);
    expect(wentFirst).toBeLessThan(waited / 2);
    expect(await refreshesOf([last!.tax_id])).toBe(2);
    expect(await loader.loads(last!.tax_id)).toHaveLength(3);
  });

  it('keeps the place of a load of a client when a refresh joins it', async () => {
    const taxId = portfolio[0]!;
    const answer = 'UPDATE profiles.source_answer SET answered_at = $3, refresh_at = $4 WHERE tax_id = $1 AND source = $2';
    await loader.database.query(answer, [taxId, source, new Date(0), null]);
    const asked = await loader.holding(source, async () => {
      await request([taxId]);
      await loader.database.query(answer, [taxId, 'trabajadores', new Date(), new Date(0)]);
      return waitUntil(async () => {
        const tasks = await loader.database.query<{ source: string; place: number }>(
          `SELECT source, place FROM profiles.task JOIN profiles.load ON load.id = load_id WHERE tax_id = $1 AND load.state = 'open'`,
          [taxId],
        );
        return tasks.length > 1 && tasks;
      });
    });
    expect(asked).toEqual(expect.arrayContaining([source, 'trabajadores'].map((name) => ({ source: name, place: 1 }))));
  });
});
