import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOnPort } from '../process/free-port.js';
import { launchRedis, STOP_GRACE_MS } from './launch-redis.js';
import type { RedisServer } from './start-redis.js';

interface SentinelOptions {
  /** One folder for each sentinel: it writes down what it knows. */
  dir: string;
  /** The name under which clients ask for the master. */
  master: string;
  /** The port of the server that is the master now. */
  masterPort: number;
  /** How many sentinels have to agree that it is away. */
  quorum: number;
  /** The silence after which a sentinel takes it for away. */
  downAfterMs: number;
}

/** Watches a master and its replicas, and makes one of these the master when it is gone. */
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
