import { plants, type Plant } from './plants.js';
import { describe, runChaos } from './run-chaos.js';

const usage = `npm run chaos -- <seed> <seconds> [--plant ${Object.keys(plants).join('|')}]`;
const shownRows = 3;
const [seed, seconds] = process.argv.slice(2, 4).map(Number);
const plant = process.argv[process.argv.indexOf('--plant') + 1 || Infinity] as Plant | undefined;
if (!Number.isInteger(seed) || !Number.isInteger(seconds) || (plant && !(plant in plants))) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const print = (line: string) => void process.stdout.write(`${line}\n`);

const result = await runChaos({
  seed: seed as number,
  seconds: seconds as number,
  planted: plant ? [plant] : [],
  say: print,
  signal: stop.signal,
});
print('');
print(`faults       ${describe(result.damage.counts)}`);
print(`answers      ${describe(result.told)}`);
print(`loads        ${result.loads}, of which ${result.byDeadline} ended with a source past its deadline`);
print(`longest load ${result.longestOpenSeconds.toFixed(1)} s; at rest ${result.secondsToRest.toFixed(1)} s after everything was up again`);
print(`violations   ${result.violations.reduce((total, { rows }) => total + rows.length, 0)}`);
for (const { rule, rows } of result.violations) {
  print(`\n✗ ${rule}: ${rows.length}`);
  for (const row of rows.slice(0, shownRows)) print(`    ${typeof row === 'string' ? row : JSON.stringify(row)}`);
}
process.exit(result.violations.length > 0 ? 1 : 0);
