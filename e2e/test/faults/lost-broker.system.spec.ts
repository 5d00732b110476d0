import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startRedis, type RedisServer } from '@vigia/local-servers';
import { ApiClient, forgetJobs, receiversOnThisMachine, testedBrokers, waitUntil, type BrokerKind, type System } from '@vigia/testing';
import { freshRuc } from '../../src/clients/documents.js';
import { AwaitedSummary } from './awaited-summary.js';
import { holdBack, release, startImpatientSystem, untilAsked, untilFinished } from './load-in-flight.js';
import { portfolioDrifts } from '../../src/clients/portfolio-drifts.js';

const during = '20991000012';
const after = '20991234561';

describe.each(testedBrokers())('a load and its client during the loss of all data in the broker: %s', (broker) => {
  let system: System | undefined;
  let redis: RedisServer | undefined;
  let folder: string | undefined;
  let summary: AwaitedSummary | undefined;

  afterEach(async () => {
    summary?.close();
    await system?.stop();
    await redis?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function startBroker(kind: BrokerKind): Promise<(meanwhile: () => Promise<void>) => Promise<void>> {
    if (kind === 'redis') {
      folder = mkdtempSync(join(tmpdir(), 'vigia-redis-'));
      redis = await startRedis({ dir: folder });
      system = await startImpatientSystem(kind, { brokerUrl: redis.url, environment: receiversOnThisMachine });
      return async (meanwhile) => {
        await redis?.kill();
        await meanwhile();
        await redis?.start();
      };
    }
    system = await startImpatientSystem(kind, { environment: receiversOnThisMachine });
    const { brokerUrl, database } = system;
    return async (meanwhile) => {
      await forgetJobs(brokerUrl, database);
      await meanwhile();
    };
  }

  /** The gateway stays ready for the balancer: reads need only the database. */
  async function servesFromTheDatabase(client: ApiClient, loaded: string): Promise<void> {
    const isWarned = async () => {
      const { status, body } = await client.call('GET', '/health/ready');
      expect([status, body.ready]).toEqual([200, true]);
      return body.warnings?.broker === 'requests that need it are refused';
    };
    await waitUntil(isWarned, { what: 'the gateway says that it has no broker' });
    expect(await (await fetch(`${client.baseUrl}/metrics`)).text()).toContain('vigia_ready{service="gateway",check="broker"} 0');
    expect((await client.summary(loaded)).status).toBe(200);
    const refused = await client.load(freshRuc());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  }

  it('finish without a restart of any service', async () => {
    const forget = await startBroker(broker);
    const corporation = await system!.createCorporation('one_time');
    const client = new ApiClient(system!.replicas('gateway')[0]!.url, corporation);
    const before = freshRuc();
    expect((await client.load(before)).status).toBe(200);
    summary = await AwaitedSummary.prepare(system!, corporation);
    await holdBack(system!, during);
    const answer = client.load(during);
    await untilAsked(system!, during);
    await summary.trigger(during);

    await forget(async () => {
      await release(system!, during);
      if (broker === 'redis') await servesFromTheDatabase(client, before);
    });

    expect((await answer).status).toBe(200);
    await untilFinished(system!, during, client);
    await summary.untilTold();
    // The gateway may still pause before it connects again.
    await waitUntil(async () => (await client.load(after)).status === 200, { what: 'a load after the loss' });
    await untilFinished(system!, after, client);
    expect(await portfolioDrifts(system!)).toEqual([]);
  }, 300_000);
});
