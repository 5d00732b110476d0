import { describe, expect, it } from '@jest/globals';
import { testedBrokers } from '@vigia/testing';
import { describeFinding } from '../src/fuzz/findings.js';
import { runFuzz } from '../src/fuzz/run-fuzz.js';

const seed = Number(process.env.VIGIA_FUZZ_SEED ?? 4711);
const requests = 450;

/** A short run; `npm run fuzz` makes long ones. */
describe.each(testedBrokers())('the fuzzer on %s', (broker) => {
  it(`finds no bug in ${requests} requests of seed ${seed}, with every kind of change, and most operations succeed`, async () => {
    const { findings, statuses, kinds } = await runFuzz({
      seed,
      broker,
      requests,
      longestMs: 60_000,
      asksAgain: true,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(findings.map(describeFinding)).toEqual([]);
    const succeeded = [...statuses.values()].filter((answers) => [...answers.keys()].some((status) => status < 300));
    // Some operations, such as the steps of a change of secret, succeed in one order only.
    expect(succeeded.length / statuses.size).toBeGreaterThan(0.6);
    expect(kinds.size).toBeGreaterThanOrEqual(33);
  }, 600_000);
});
