import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshRuc, waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from './running-loader.js';

const documents = 30;
const together = 3;
/** Together they take nearly twice the deadline of one task. */
const [answerMs, deadlineMs] = [600, 10_000];

describe('profiles that are due together', () => {
  let loader: RunningLoader;

  beforeAll(async () => {
    loader = await startLoader({ VIGIA_SOURCE_CONCURRENCY: '1', VIGIA_TASK_DEADLINE_MS: String(deadlineMs) });
  });
  afterAll(() => loader?.stop());

  it('are refreshed at the rate of a source that is slow, and none as if it had failed', async () => {
    const taxIds = Array.from({ length: documents }, () => freshRuc());
    const corporationId = await loader.createCorporation();
    // A few at a time, so that none of them fails before it is monitored.
    for (let start = 0; start < documents; start += together) {
      const requestId = randomUUID();
      await loader.command({ requestId, corporationId, docType: 'RUC', taxIds: taxIds.slice(start, start + together), mode: 'monitoring' });
      for (const item of await loader.untilFinished(requestId)) expect(item).toMatchObject({ state: 'loaded' });
    }
    await loader.simulator.lay('protestos', undefined, { outcome: 'ok', delayMs: answerMs });
    await loader.database.query(`UPDATE profiles.source_answer SET refresh_at = now() WHERE source = 'protestos'`);
    const refreshed = () =>
      loader.database.query<{ state: string; failure: string | null }>(
        `SELECT task.state, failure FROM profiles.task JOIN profiles.load ON load.id = load_id
         WHERE purpose = 'refresh' AND load.state = 'closed' AND source = 'protestos'`,
      );
    await waitUntil(async () => (await refreshed()).length === documents, { timeoutMs: 120_000, what: 'all are refreshed' });
    expect((await refreshed()).filter(({ failure }) => failure !== null)).toEqual([]);
  });
});
