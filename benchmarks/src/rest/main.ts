import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findRedisServer, freePort, startRedis } from '@vigia/local-servers';
import { keepResults, type Result } from '../results.js';
import { countStatements, measureRest } from './at-rest.js';
import { reportRest, reportStarts, restRound } from './report.js';
import { npmStart, type Started } from './started.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    settle: { type: 'string', default: '60' },
    starts: { type: 'string', default: '3' },
    broker: { type: 'string' },
    json: { type: 'string' },
  },
});
const brokers = values.broker ? [values.broker] : [...(findRedisServer() ? ['redis'] : []), 'postgres'];

const folder = await mkdtemp(join(tmpdir(), 'vigia-bench-'));
// The database server runs as another user than root.
await chmod(folder, 0o711);
const results: Result[] = [];
let product: Started | undefined;
try {
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`);
  for (const broker of brokers) await measure(broker);
  await keepResults(values.json, results);
} finally {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(broker: string): Promise<void> {
  const home = join(folder, broker);
  const redis = broker === 'redis' ? await startRedis({ dir: join(folder, 'redis-data') }) : undefined;
  try {
    const start = async () => (product = await npmStart(home, await freePort(), redis ? { REDIS_URL: redis.url } : {}));
    const stop = async () => {
      await product?.stop();
      product = undefined;
    };
    console.log(`\n${broker}, npm start after the first`);
    await countStatements((await start()).databaseUrl);
    await stop();
    const startsMs: number[] = [];
    for (let count = 0; count < Number(values.starts); count += 1) {
      await stop();
      startsMs.push((await start()).startMs);
    }
    console.log(reportStarts(startsMs));
    console.log(`\n${broker}, at rest for ${values.settle} s, then for the ${values.seconds} s that are counted`);
    await setTimeout(Number(values.settle) * 1000);
    const rest = await measureRest(product!, redis, Number(values.seconds));
    console.log(reportRest(rest));
    results.push(
      { what: `npm start after the first, on ${broker}`, contender: 'ours', goal: '3 s', rounds: startsMs.map((p50Ms) => ({ p50Ms })) },
      { what: `a second at rest, on ${broker}`, contender: 'ours', goal: '150 MB, 10 CPU ms', rounds: [restRound(rest)] },
    );
    await stop();
  } finally {
    await redis?.stop();
  }
}
