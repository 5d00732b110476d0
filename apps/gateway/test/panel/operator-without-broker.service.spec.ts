import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWith, findRedisServer, startRedis, type RedisServer } from '@vigia/local-servers';
import { signedIn, type PanelClient } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

describeWith(
  { describe, it },
  findRedisServer(),
  'redis-server',
)('an operator while the broker is away', () => {
  let panel: Panel;
  let redis: RedisServer;
  let page: PanelClient;
  const folder = mkdtempSync(join(tmpdir(), 'vigia-redis-'));

  beforeAll(async () => {
    panel = await openPanel();
    redis = await startRedis({ dir: folder });
    const url = await panel.gateways.start({ environment: { VIGIA_BROKER_URL: redis.url } });
    page = await signedIn(url, await panel.newUser(null, 'operator'));
  });

  afterAll(async () => {
    await panel?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true });
  });

  it('still sees overdue work, and that the queues and the refused messages are unknown', async () => {
    await panel.gateways.database.query(
      `INSERT INTO billing.outbox (id, message, payload, correlation_id, due_at, created_at)
       VALUES (gen_random_uuid(), 'profiles.monitored', '{}', 'x', now() + interval '1 hour', '2026-11-21T15:00:00Z')`,
    );
    const late = { kind: 'billing_event', rows: 1, oldestAt: '2026-11-21T15:00:00.000Z' };
    const overdue = expect.arrayContaining([late]);
    expect((await page.get('/operator/queues')).body).toEqual({ queues: expect.any(Array), overdue, refused: [] });
    await redis.kill();
    const { status, body } = await page.get('/operator/queues');
    expect([status, body]).toEqual([200, { queues: null, overdue, refused: null }]);
  });
});
