import { parseArgs } from 'node:util';
import { keepResults, type Result } from '../results.js';
import { describeMachine } from '../servers.js';
import { Arrivals } from '../webhooks/arrivals.js';
import { drain, drainedText } from './backlog.js';
import { Grown } from './grown.js';
import { storedText } from './history.js';
import { compare, heading, line } from './measured.js';
import { operations } from './operations.js';
import { soak } from './soak.js';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    backlog: { type: 'string', default: '2000' },
    soak: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const smallest = 1_000;
const smallBacklog = 200;
const budgetMs = 180_000;
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);

const arrivals = await Arrivals.open();
const all = operations(arrivals);
const running: Grown[] = [];
const results: Result[] = [];
const start = async (environment?: Record<string, string>) => {
  const grown = await Grown.start(arrivals.url, environment);
  running.push(grown);
  return grown;
};
try {
  const [small, large] = [await start(), await start()];
  console.log(await describeMachine(large.system.servers));
  await small.growTo(smallest);
  for (const size of sizes) {
    process.stdout.write(`\n${size} profiles `);
    await large.growTo(size);
    console.log(` ${await storedText(large.system)}\n${heading(smallest, size)}`);
    for (const operation of all.filter(({ name }) => name.includes(values.only))) {
      const compared = await compare(operation, [small, large], rounds, budgetMs);
      console.log(line(operation.name, compared));
      results.push(...compared);
    }
  }
  await keepResults(values.json, results);
  const seconds = Number(values.soak);
  if (seconds > 0) console.log(`\nmemory, ${seconds} s of loads, reads, forced updates and triggers\n${await soak(large, all, seconds)}`);

  if (Number(values.backlog) > 0) {
    await Promise.all(running.splice(0).map((grown) => grown.stop()));
    const backlogged = await start({ VIGIA_LOAD_WAIT_MS: '0' });
    console.log('\na backlog drains');
    for (const documents of [smallBacklog, smallBacklog, Number(values.backlog), smallBacklog])
      console.log(drainedText(await drain(backlogged, documents)));
  }
} finally {
  await Promise.all(running.map((grown) => grown.stop()));
  arrivals.close();
}
