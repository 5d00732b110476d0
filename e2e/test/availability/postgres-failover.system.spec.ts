import { afterEach, expect, it } from '@jest/globals';
import { brokerUrl } from '@vigia/testing';
import { BusySystem, reportGap } from './busy-system.js';
import { startDatabasePair } from './database-pair.js';
import { describeRedis } from './describe-servers.js';

describeRedis('a failover from a killed primary of PostgreSQL to its standby', () => {
  const opened: { stop(): Promise<unknown> }[] = [];

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.stop();
  });

  function keep<T extends { stop(): Promise<unknown> }>(started: T): T {
    opened.push(started);
    return started;
  }

  it('loses no accepted request, repeats no effect, and requires no restart', async () => {
    const pair = keep(await startDatabasePair());
    const busy = keep(
      await BusySystem.start({
        broker: 'redis',
        brokerUrl: await brokerUrl('redis', pair.url),
        database: { ...pair.database, url: pair.url },
      }),
    );
    const disturbed = await busy.whileClientsAsk(() => pair.failOver());
    reportGap('PostgreSQL with a standby', disturbed);
    expect(await busy.violations(disturbed.told)).toEqual([]);
  });
});
