import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withCorrelationId } from '@vigia/observability';
import { waitUntil } from '@vigia/testing';
import { startReceiver, stopReceivers } from './running/receiver.js';
import { RunningDispatcher } from './running/running-dispatcher.js';

describe('the log of the dispatcher', () => {
  const taxId = '20990000019';
  const folder = mkdtempSync(join(tmpdir(), 'vigia-dispatcher-log-'));
  const logFile = join(folder, 'dispatcher.log');
  let dispatcher: RunningDispatcher;

  beforeAll(async () => {
    dispatcher = await RunningDispatcher.start({ VIGIA_LOG_FILE: logFile, VIGIA_WEBHOOK_RETRIES: '50ms,1h' });
    await dispatcher.profiles.active(randomUUID(), taxId);
  });
  afterAll(async () => {
    await dispatcher?.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(stopReceivers);

  /** A webhook whose receiver gives these answers, the last of them from then on. */
  async function configured(...statuses: number[]) {
    const receiver = await startReceiver((response, _, { received }) =>
      response.writeHead(statuses[received.length - 1] ?? statuses.at(-1)!).end(),
    );
    const corporationId = randomUUID();
    const { configurationId } = await dispatcher.create(corporationId, { url: receiver.url });
    return { corporationId, configurationId };
  }

  async function triggered(corporationId: string) {
    await dispatcher.profiles.access(corporationId, taxId);
    return (await dispatcher.trigger(corporationId, taxId)).triggerId;
  }

  const linesOf = (corporationId: string) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(corporationId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const untilLogged = (corporationId: string, number: number) =>
    waitUntil(() => linesOf(corporationId).length >= number && linesOf(corporationId), { what: `${number} lines about ${corporationId}` });
  const switchOff = ({ corporationId, configurationId }: { corporationId: string; configurationId: string }) =>
    dispatcher.ask('webhooks.edit', { corporationId, configurationId, changes: { active: false } });

  it('says of a failed attempt when the next one is, and that this one succeeded', async () => {
    const { corporationId, configurationId } = await configured(500, 200);
    const triggerId = await triggered(corporationId);
    const about = { level: 'info', triggerId, configurationId, corporationId };
    const [first, second] = await untilLogged(corporationId, 2);
    expect(first).toMatchObject({ ...about, msg: 'attempt failed', attempt: 1, failure: 'http', status: 500 });
    expect(Date.parse(String(first!.nextAt)) - Date.parse(String(first!.time))).toBeGreaterThan(-1_000);
    expect(second).toMatchObject({ ...about, msg: 'delivery succeeded', attempt: 2, status: 200 });
  });

  it('says that a delivery is given up', async () => {
    const { corporationId } = await configured(410);
    await triggered(corporationId);
    const [line] = await untilLogged(corporationId, 1);
    expect(line).toMatchObject({ msg: 'delivery given up', attempt: 1, failure: 'http', status: 410 });
    expect(line).not.toHaveProperty('nextAt');
  });

  it('has no line about a delivery that succeeds at once', async () => {
    const { corporationId } = await configured(200);
    const { delivery } = await dispatcher.closed(corporationId, await triggered(corporationId));
    expect(delivery.state).toBe('SUCCEEDED');
    const later = await configured(410);
    await triggered(later.corporationId);
    await untilLogged(later.corporationId, 1);
    expect(linesOf(corporationId)).toEqual([]);
  });

  it('counts the waiting deliveries that a switched-off webhook skips', async () => {
    const webhook = await configured(500);
    for (let n = 0; n < 3; n += 1) await triggered(webhook.corporationId);
    const failed = await untilLogged(webhook.corporationId, 6);
    const waits = Date.parse(String(failed.at(-1)!.nextAt)) - Date.parse(String(failed.at(-1)!.time));
    expect(waits).toBeGreaterThan(3_590_000);
    const correlationId = randomUUID();
    await withCorrelationId(correlationId, () => switchOff(webhook));
    const line = (await untilLogged(webhook.corporationId, 7)).at(-1);
    expect(line).toMatchObject({ msg: 'waiting deliveries skipped', level: 'info', correlationId, ...webhook, skipped: 3 });
  });

  it('names the event whose delivery is skipped because its webhook was switched off during the load', async () => {
    const webhook = await configured(200);
    const correlationId = randomUUID();
    const { triggerId } = await withCorrelationId(correlationId, () => dispatcher.trigger(webhook.corporationId, '20990000027'));
    await switchOff(webhook);
    await dispatcher.database.query('UPDATE webhooks.event SET deadline_at = now() WHERE trigger_id = $1', [triggerId]);
    const [line] = await untilLogged(webhook.corporationId, 1);
    expect(line).toMatchObject({ msg: 'waiting deliveries skipped', correlationId, ...webhook, triggerId, skipped: 1 });
  });
});
