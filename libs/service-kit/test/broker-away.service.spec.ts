import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startRedis } from '@vigia/local-servers';
import { createTestDatabase, testedBrokers, waitUntil, type BrokerKind } from '@vigia/testing';
import { startTrialService } from './trial-service.js';

interface OwnBroker {
  url: string;
  goAway(): Promise<void>;
}

describe.each(testedBrokers())('a service whose broker goes away: %s', (kind) => {
  const cleanUps: (() => unknown)[] = [];

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function startBroker(broker: BrokerKind): Promise<OwnBroker> {
    if (broker === 'postgres') {
      const database = await createTestDatabase();
      return { url: database.url, goAway: () => database.drop() };
    }
    const dir = mkdtempSync(join(tmpdir(), 'vigia-redis-'));
    const redis = await startRedis({ dir });
    cleanUps.push(
      () => rmSync(dir, { recursive: true }),
      () => redis.stop(),
    );
    return { url: redis.url, goAway: () => redis.kill() };
  }

  it('stays live but not ready, still shows its metrics, and can be stopped', async () => {
    const database = await createTestDatabase();
    cleanUps.push(() => database.drop());
    const broker = await startBroker(kind);
    const service = await startTrialService({ DATABASE_URL: database.url, VIGIA_BROKER_URL: broker.url });
    cleanUps.push(() => service.close());
    const ready = () => fetch(`${service.url}/health/ready`);
    await waitUntil(async () => (await ready()).status === 200, { what: 'the service is ready' });
    await broker.goAway();
    const refused = { ready: false, checks: { database: 'ok', broker: expect.stringMatching(/^(failing|no answer in time)$/) } };
    // On a busy machine the database may miss a check, too.
    await waitUntil(async () => {
      const answer = await ready();
      expect([answer.status, await answer.json()]).toEqual([503, refused]);
      return true;
    });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await waitUntil(async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toContain('# TYPE vigia_queue_jobs gauge');
      expect(metrics).toContain('vigia_ready{service="profile-loader",check="database"} 1');
      expect(metrics).toContain('vigia_ready{service="profile-loader",check="broker"} 0');
      return true;
    });
    await service.close();
    await expect(ready()).rejects.toThrow('fetch failed');
  });
});
