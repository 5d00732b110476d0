import { anyBroker, startRunServers, testedBrokers, type BrokerKind } from '@vigia/testing';
import { describeFinding } from './findings.js';
import { runFuzz } from './run-fuzz.js';

const usage = 'npm run fuzz -- <seed> <seconds> [--broker redis|postgres]';
const [seed, seconds] = process.argv.slice(2, 4).map(Number);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const servers = await startRunServers(print);
const asked = process.argv[process.argv.indexOf('--broker') + 1 || Infinity] ?? anyBroker();
if (!Number.isInteger(seed) || !Number.isInteger(seconds) || !testedBrokers().includes(asked as BrokerKind)) {
  process.stderr.write(`${usage}\n`);
  await servers.stop();
  process.exit(2);
}

const broker = asked as BrokerKind;
const result = await runFuzz({ seed: seed as number, seconds: seconds as number, broker, say: print, signal: stop.signal });
await servers.stop();
for (const [name, statuses] of result.statuses) print(`${name}  ${[...statuses].map(([status, times]) => `${status}×${times}`).join(' ')}`);
for (const finding of result.findings) print(`\n${describeFinding(finding)}`);
print(`\n${result.requests} requests, ${result.findings.length} findings; seed ${seed}`);
process.exit(result.findings.length > 0 ? 1 : 0);
