import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { startRedis, startRedisCluster, startSentinel } from '@vigia/local-servers';
import type { Violation } from '../../src/chaos/check-history.js';
import { BusySystem, reportGap } from './busy-system.js';
import { describeRedis } from './describe-servers.js';

const downAfterMs = 1_000;

describeRedis('a failover after a kill of the Redis master', () => {
  const opened: { stop(): Promise<unknown> }[] = [];
  let folder: string;

  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function keep<T extends { stop(): Promise<unknown> }>(started: T): T {
    opened.push(started);
    return started;
  }

  async function violationsAfter(what: string, brokerUrl: string, fail: () => Promise<void>): Promise<Violation[]> {
    const busy = keep(await BusySystem.start({ broker: 'redis', brokerUrl }));
    const disturbed = await busy.whileClientsAsk(fail);
    reportGap(what, disturbed);
    return busy.violations(disturbed.told);
  }

  it('through Sentinel loses no accepted request and repeats no effect', async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-sentinel-'));
    const master = keep(await startRedis({ dir: join(folder, 'master') }));
    keep(await startRedis({ dir: join(folder, 'replica'), extraArgs: ['--replicaof', '127.0.0.1', String(master.port)] }));
    const watched = { master: 'vigia', masterPort: master.port, quorum: 2, downAfterMs };
    const sentinels = await Promise.all([1, 2, 3].map((n) => startSentinel({ ...watched, dir: join(folder, `sentinel-${n}`) })));
    sentinels.forEach(keep);
    const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const violations = await violationsAfter('Redis with Sentinel', `redis+sentinel://${hosts}/vigia`, () => master.kill());
    expect(violations).toEqual([]);
  });

  it('within Redis Cluster loses no accepted request and repeats no effect', async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-cluster-'));
    const cluster = keep(await startRedisCluster({ dir: folder, nodeTimeoutMs: downAfterMs }));
    const hosts = cluster.nodes.slice(0, 3).map(({ port }) => `127.0.0.1:${port}`);
    const fail = async () => (await cluster.masterOf('vigia')).kill();
    expect(await violationsAfter('Redis Cluster', `redis+cluster://${hosts.join(',')}`, fail)).toEqual([]);
  });
});
