import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { randomOf } from '../scaling/random.js';
import { measureCosts } from './measure.js';
import { checkText, needsText, peaksText, type Measured } from './report.js';
import { peaks } from './spread.js';

const { values } = parseArgs({ options: { measure: { type: 'boolean', default: false } } });
const file = new URL('../../src/capacity/measured.json', import.meta.url);

if (values.measure) {
  const { costs, points } = await measureCosts();
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`;
  const found: Measured = { machine, on: new Date().toISOString().slice(0, 10), processors: availableParallelism(), costs, points };
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  await writeFile(file, `${JSON.stringify(found, rounded, 2)}\n`);
}
const measured = JSON.parse(await readFile(file, 'utf8')) as Measured;
console.log(`measured on ${measured.on}: ${measured.machine}\n\n${checkText(measured)}`);

// With fewer profiles chance alone would make one hour much busier than the others.
const simulated = { profiles: 200_000, days: 90 };
const inOneHour = peaks({ ...simulated, loadedFrom: 9 * 60, loadedTo: 10 * 60, random: randomOf(1) });
const inADay = peaks({ ...simulated, loadedFrom: 0, loadedTo: 24 * 60, random: randomOf(2) });
console.log(`\n${peaksText({ 'loaded within an hour': inOneHour, 'loaded over a day': inADay })}`);
console.log(`\n${needsText(measured.costs, [1e6, 1e7, 1e8], inADay.at(-1)!)}`);
