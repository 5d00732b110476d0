import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startServiceProcess } from '@vigia/testing';
import { Pool } from 'undici';
import { describeMachine } from '../servers.js';
import { startProduct } from '../system.js';
import { takeTurns } from '../turns.js';
import { oneRound, read, type Contender } from './contenders.js';
import { diskUse, fill, loadTemplates, taxIdOf } from './profiles.js';
import { report } from './report.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    rounds: { type: 'string', default: '8' },
    requests: { type: 'string', default: '3000' },
  },
});
const inFlight = 32;
const budgetMs = 60_000;
const connections = 10;

const key = randomBytes(32).toString('base64url');
const product = await startProduct({
  environment: {
    VIGIA_JWT_KEYS: `k1:${key}`,
    VIGIA_DATABASE_POOL: String(connections),
    VIGIA_RATE_PER_SECOND: '1000000',
    VIGIA_RATE_BURST: '1000000',
    VIGIA_TOKEN_RATE_BURST: '1000',
  },
});
const bare = await startServiceProcess(
  'bare-server',
  { DATABASE_URL: product.database.url, BENCH_JWT_KEY: key, BENCH_POOL: String(connections) },
  { command: ['benchmarks/dist/summary/bare-server.js'] },
);
const contenders: Contender[] = [
  { name: 'gateway', pool: new Pool(product.replicas('gateway')[0]!.url, { connections: inFlight }) },
  { name: 'bare node:http', pool: new Pool(bare.url, { connections: inFlight }) },
];
try {
  console.log(await describeMachine(product.servers));
  const corporation = await product.createCorporation('monthly');
  const client = await loadTemplates(product.replicas('gateway')[0]!.url, corporation);
  const { authorization } = await client.authorization();
  let stored = 0;
  for (const size of values.sizes.split(',').map(Number)) {
    process.stdout.write(`\nstoring ${size} profiles `);
    await fill(product, corporation.corporationId, stored, size, () => process.stdout.write('.'));
    stored = size;
    console.log(` ${await diskUse(product)}`);
    for (const version of ['v1', 'v2'] as const) {
      const reading = {
        version,
        authorization,
        requests: Number(values.requests),
        inFlight,
        pickTaxId: () => taxIdOf(Math.floor(Math.random() * size)),
      };
      await assertSameBytes(reading);
      process.stdout.write(`\n${version}, ${size} profiles, ${inFlight} in flight, ${reading.requests} requests a round `);
      const [ours, theirs] = await takeTurns({
        contenders,
        rounds: Number(values.rounds),
        budgetMs,
        measure: (contender) => oneRound(contender, reading),
        onRound: () => process.stdout.write('.'),
      });
      console.log(` ${ours!.length} rounds\n${report(ours!, theirs!)}`);
    }
  }
} finally {
  await Promise.all(contenders.map(({ pool }) => pool.destroy()));
  await bare.kill();
  await product.stop();
}

/** What is compared has to be the same. */
async function assertSameBytes(reading: Parameters<typeof read>[1]): Promise<void> {
  const taxId = reading.pickTaxId();
  const [ours, theirs] = await Promise.all(contenders.map((contender) => read(contender, { ...reading, pickTaxId: () => taxId })));
  if (ours !== theirs) throw new Error(`${taxId}: the contenders answer differently`);
}
