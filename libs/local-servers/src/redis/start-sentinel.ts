import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOnPort } from '../process/free-port.js';
import { launchRedis, STOP_GRACE_MS } from './launch-redis.js';
import type { RedisServer } from './start-redis.js';

interface SentinelOptions {
  /** A separate folder for each sentinel, which writes its state there. */
  dir: string;
  /** The name under which clients ask for the master. */
  master: string;
  masterPort: number;
  /** How many sentinels must agree that the master is gone. */
  quorum: number;
  /** The silence after which a sentinel considers the master gone. */
  downAfterMs: number;
}

/** Watches a master and its replicas, and promotes a replica when the master is gone. */
export async function startSentinel(options: SentinelOptions): Promise<Pick<RedisServer, 'port' | 'stop'>> {
  const { master, masterPort, quorum, downAfterMs } = options;
  await mkdir(options.dir, { recursive: true });
  const dir = await realpath(options.dir);
  const file = join(dir, 'sentinel.conf');
  return startOnPort(undefined, async (port) => {
    const settings = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${dir}`,
      `sentinel monitor ${master} 127.0.0.1 ${masterPort} ${quorum}`,
      `sentinel down-after-milliseconds ${master} ${downAfterMs}`,
      `sentinel failover-timeout ${master} 10000`,
    ];
    await writeFile(file, `${settings.join('\n')}\n`);
    const server = await launchRedis(port, [file, '--sentinel']);
    return { port, stop: () => server.end('SIGTERM', STOP_GRACE_MS) };
  });
}
