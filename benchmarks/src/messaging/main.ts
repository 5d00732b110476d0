import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRedisServer, startEmbeddedPostgres, startRedis } from '@vigia/local-servers';
import { migrateBroker } from '@vigia/messaging';
import { contenders } from './contenders/all.js';
import { round, start, stop, type Round, type Running } from './rounds.js';
import { spread } from './statistics.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, messages: { type: 'string', default: '300' } } });
const rounds = Number(values.rounds);
const messages = Number(values.messages);
const print = (line = '') => void process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
chmodSync(folder, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
await migrateBroker(postgres.url);
const redis = findRedisServer() ? await startRedis({ dir: folder }) : undefined;
try {
  print(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${rounds} rounds of ${messages} round trips each`,
  );
  for (const url of [redis?.url, postgres.url]) {
    if (url) await compare(url);
  }
} finally {
  await Promise.all([postgres.stop(), redis?.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

/** All contenders in turn, round after round, so that whatever else the machine does hits them alike. */
async function compare(url: string): Promise<void> {
  const running = await Promise.all(contenders.map((contender) => start(contender, url)));
  for (const inFlight of [1, 32]) {
    const results = new Map<Running, Round[]>(running.map((one) => [one, []]));
    for (let i = 0; i <= rounds; i += 1) {
      process.stderr.write(`\r${url.split(':')[0]}, ${inFlight} in flight: round ${i} of ${rounds} `);
      for (const one of running) {
        const measured = await round(one, messages, inFlight);
        // The first round only warms up.
        if (i > 0) results.get(one)?.push(measured);
      }
    }
    process.stderr.write('\n');
    report(`${url.split(':')[0]}, ${inFlight} in flight`, running, results);
  }
  await Promise.all(running.map(stop));
}

function report(title: string, running: Running[], results: Map<Running, Round[]>): void {
  print(`\n${title.padEnd(24)} p50 ms   p95 ms   ours / it, p50   ours / it, p95   (median, min–max of rounds)`);
  const [own] = running.map((one) => results.get(one) ?? []);
  for (const one of running) {
    const measured = results.get(one) ?? [];
    const medianOf = (key: keyof Round) =>
      spread(measured.map((result) => result[key]))
        .median.toFixed(2)
        .padStart(7);
    const ratio = (key: keyof Round) => {
      const { min, median, max } = spread(measured.map((result, i) => (own?.[i]?.[key] ?? Number.NaN) / result[key]));
      return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`.padEnd(18);
    };
    print(`  ${one.contender.name.padEnd(21)} ${medianOf('p50Ms')}  ${medianOf('p95Ms')}    ${ratio('p50Ms')}${ratio('p95Ms')}`);
  }
}
