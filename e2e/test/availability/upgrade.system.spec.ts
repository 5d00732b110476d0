import { afterEach, expect, it } from '@jest/globals';
import { migrate } from '@vigia/database';
import { connectBroker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { anyBroker, createEmptyDatabase, everyService, waitUntil } from '@vigia/testing';
import { BusySystem, reportGap } from './busy-system.js';
import { describeHaproxy, haproxy } from './describe-servers.js';
import { startBalancer, type Balancer } from './haproxy.js';
import { buildRelease, migrateBy, releaseBefore } from './release-before.js';

const commit = releaseBefore();
const what = commit ? 'an upgrade and its rollback' : 'a rolling restart, since the history does not go back to the previous release';
/**
 * As deployed: the balancer of `docker-compose.yml` checks every two seconds, twice. No process dies here, so that calls may wait as long as
 * a busy machine needs, and holds count as abandoned only after that.
 */
const environment = {
  VIGIA_DRAIN_MS: '5000',
  VIGIA_START_TIMEOUT_MS: '60000',
  VIGIA_RESERVE_TIMEOUT_MS: '30000',
  VIGIA_ABANDONED_AFTER_MS: '120000',
};

describeHaproxy('a rolling upgrade and its rollback', () => {
  const opened: { stop(): Promise<unknown> }[] = [];

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.stop();
  });

  it('break no request, lose no accepted request and repeat no effect', async () => {
    const before = commit ? buildRelease(commit) : undefined;
    const database = await createEmptyDatabase();
    let balancer!: Balancer;
    if (before) migrateBy(before, database.url);
    else await migrate(database.url);
    const options = { broker: anyBroker(), replicas: 2, keepsAddresses: true, environment, database, release: before };
    const busy = await BusySystem.start(options, async (urls) => {
      opened.push((balancer = await startBalancer(haproxy!, urls)));
      return balancer.url;
    });
    opened.push(busy);
    const { system } = busy;

    /** Replaces the older replica of a service, a gateway by one at the same address, which the balancer knows. */
    const replaceOne = async (service: (typeof everyService)[number], release?: string) => {
      const old = system.replicas(service).at(-2)!;
      expect({ service, code: await old.kill('SIGTERM') }).toEqual({ service, code: 0 });
      await system.start(service, service === 'gateway' ? { VIGIA_PORT: new URL(old.url).port } : {}, release);
      if (service === 'gateway') await waitUntil(() => balancer.sendsTo(old.url), { what: 'the balancer sends to the new gateway' });
    };
    const replaceOneOfEach = (release?: string) => Promise.all(everyService.map((service) => replaceOne(service, release)));
    const disturbed = await busy.whileClientsAsk(async (untilAccepted) => {
      await migrate(database.url);
      for (const release of [undefined, before]) {
        await replaceOneOfEach(release);
        await untilAccepted(20, 'while both releases run');
        await replaceOneOfEach(release);
        await untilAccepted(20, 'while one release runs alone');
      }
    });
    reportGap(what, disturbed);
    expect(busy.brokenCalls(disturbed)).toEqual([]);
    expect(await busy.violations(disturbed.told)).toEqual([]);
    expect(await refusedMessages(system.brokerUrl)).toEqual([]);
  }, 1_800_000);
});

/** The messages of one release that the other could not read. */
async function refusedMessages(url: string) {
  const broker = await connectBroker({ url, service: 'test-operator', logger: createLogger('test', { level: 'silent' }) });
  try {
    return (await broker.refused()).map(({ queue, name, reason }) => ({ queue, name, reason }));
  } finally {
    await broker.close();
  }
}
