import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareWith } from './compare/compare.js';
import { keepResults } from './results.js';
import { runAll } from './run-all.js';
import { shortForms } from './short-forms.js';
import { tableOf } from './table.js';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '8' },
  },
});

// Before anything is started that would affect the measurement.
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
const processor = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
const machine = `${commit}: ${processor}, Node ${process.versions.node}, load average before the run ${loadavg()[0]!.toFixed(1)}`;

const { results, failed } = values.compare
  ? { results: await compareWith(values.compare, Number(values.rounds), values.only), failed: [] }
  : await runAll(chosen(values.only), (text) => console.log(text));
await keepResults(values.json, results);
console.log(`\n${machine}\n\n${tableOf(results)}`);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function chosen(only: string | undefined): typeof shortForms {
  if (only === undefined) return shortForms;
  const names = only.split(',');
  const unknown = names.filter((name) => !shortForms.some((one) => one.name === name));
  if (unknown.length > 0) throw new TypeError(`--only: ${unknown.join(', ')} is none of ${shortForms.map(({ name }) => name).join(', ')}`);
  return shortForms.filter(({ name }) => names.includes(name));
}
