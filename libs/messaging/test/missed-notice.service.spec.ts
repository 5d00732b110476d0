import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PostgresQueueBackend } from 'bullmq';
import { Client } from 'pg';
import { Opened, waitUntil } from './harness.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

/** Methods of the backend that its types do not show. */
interface Backend {
  ensureListening: (this: Backend) => Promise<unknown>;
  run: (this: Backend, command: string, params: unknown[]) => Promise<unknown>;
}

describe('a worker on PostgreSQL', () => {
  const methods = PostgresQueueBackend.prototype as unknown as Backend;
  const { ensureListening, run } = methods;
  let server: TestBroker;
  let opened: Opened;

  beforeEach(async () => {
    server = await availableBrokers.find(({ kind }) => kind === 'postgres')!.start();
    opened = new Opened(() => server.url, 'hour');
  });

  afterEach(async () => {
    Object.assign(methods, { ensureListening, run });
    await opened.close();
    await server.stop();
  });

  async function endListeners(): Promise<void> {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'listen%' AND pid <> pg_backend_pid()`);
    await client.end();
  }

  it('looks for jobs again soon after its connection was lost and its next look failed', async () => {
    let [isAway, refusals, blindLooks] = [false, 0, 0];
    let isBlind = false;
    methods.ensureListening = async function () {
      if (!isAway) return ensureListening.call(this);
      refusals += 1;
      throw new Error('away');
    };
    methods.run = async function (command, params) {
      if (command !== 'has_waiting_job' || !isBlind) return run.call(this, command, params);
      blindLooks += 1;
      throw new Error('blind');
    };
    const broker = await opened.broker('billing');
    const done: string[] = [];
    broker.startWorker('patience', { concurrency: 1, timeoutMs: 5_000, handle: async ({ id }) => void done.push(id) });
    const push = (id: string) => broker.queue('patience').push([{ id, data: {} }]);
    await push('before');
    await waitUntil('the worker works', () => done.includes('before'));

    isAway = true;
    await endListeners();
    await waitUntil('the wait of the worker has failed', () => refusals > 0);
    await push('after');
    isBlind = true;
    isAway = false;
    await waitUntil('the worker has failed to look for jobs', () => blindLooks > 0);
    await waitUntil('the worker looks again', () => done.includes('after'), 30_000);
    expect(done).toEqual(['before', 'after']);
  });
});
