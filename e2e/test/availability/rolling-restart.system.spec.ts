import { afterEach, expect, it } from '@jest/globals';
import { anyBroker, everyService, waitUntil } from '@vigia/testing';
import { brokenCalls, BusySystem, reportGap } from './busy-system.js';
import { describeHaproxy, haproxy } from './describe-servers.js';
import { startBalancer, type Balancer } from './haproxy.js';

/** As in `docker-compose.yml`: the balancer asks every two seconds, and twice. */
const environment = { VIGIA_DRAIN_MS: '5000' };

describeHaproxy('when every replica of every service is replaced, one after the other', () => {
  const opened: { stop(): Promise<unknown> }[] = [];

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.stop();
  });

  it('no request fails, nothing accepted is lost, and nothing is done twice', async () => {
    let balancer!: Balancer;
    const busy = await BusySystem.start({ broker: anyBroker(), replicas: 2, environment }, async (urls) => {
      opened.push((balancer = await startBalancer(haproxy!, urls)));
      return balancer.url;
    });
    opened.push(busy);
    const disturbed = await busy.whileClientsAsk(async () => {
      for (const service of everyService) {
        for (const old of busy.system.replicas(service).slice()) {
          expect({ service, code: await old.kill('SIGTERM') }).toEqual({ service, code: 0 });
          // At the address of the one before, as the balancer knows it.
          await busy.system.start(service, { VIGIA_PORT: new URL(old.url).port });
          if (service === 'gateway') await waitUntil(() => balancer.sendsTo(old.url), { what: 'the balancer sends to the new gateway' });
        }
      }
    });
    reportGap('a rolling restart', disturbed);
    expect(brokenCalls(disturbed)).toEqual([]);
    expect(await busy.violations(disturbed.told)).toEqual([]);
  }, 180_000);
});
