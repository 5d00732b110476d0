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
    expect((await ready()).status).toBe(200);
    await broker.goAway();
    const refused = await waitUntil(async () => {
      const answer = await ready();
      return answer.status === 503 && ((await answer.json()) as unknown);
    });
    expect(refused).toEqual({ ready: false, checks: { database: 'ok', broker: expect.stringMatching(/^(failing|no answer in time)$/) } });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('# TYPE vigia_queue_jobs gauge');
    expect(metrics).toContain('vigia_ready{service="webhook-dispatcher",check="database"} 1');
    expect(metrics).toContain('vigia_ready{service="webhook-dispatcher",check="broker"} 0');
    await service.close();
    await expect(ready()).rejects.toThrow('fetch failed');
  });
});
