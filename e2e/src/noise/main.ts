import { startRunServers, testedBrokers } from '@vigia/testing';
import { startNeighbours } from './neighbours.js';
import { p95 } from './p95.js';

const roundsOfEach = 3;
const passesOfARound = 7;
/** Below this, only the processor and timers decide, for every neighbour. */
const smallestMs = 200;
const bound = 2;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const servers = await startRunServers(print);
let isKept = true;
for (const broker of testedBrokers()) {
  const neighbours = await startNeighbours(broker);
  const { quiet, noisy } = neighbours;
  const calm = quiet.newTimes();
  const noise = quiet.newTimes();
  // Rounds with and without noise alternate, so that both see the same machine.
  for (let round = 0; round < roundsOfEach; round += 1) {
    print(`${broker}: round ${round + 1} of ${roundsOfEach}`);
    for (let i = 0; i < passesOfARound; i += 1) await quiet.pass(calm);
    await noisy.begin();
    for (let i = 0; i < passesOfARound; i += 1) await quiet.pass(noise);
    await noisy.silence();
  }
  await neighbours.stop();
  for (const [operation, calmMs] of p95(calm)) {
    const noisyMs = p95(noise).get(operation)!;
    const ratio = noisyMs / Math.max(calmMs, smallestMs);
    isKept &&= ratio <= bound;
    print(
      `  ${operation.padEnd(14)} p95 ${calmMs.toFixed(0).padStart(5)} ms, beside noise ${noisyMs.toFixed(0).padStart(5)} ms  ${ratio.toFixed(2)}x`,
    );
  }
}
await servers.stop();
process.exit(isKept ? 0 : 1);
