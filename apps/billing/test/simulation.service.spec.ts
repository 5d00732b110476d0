import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endsOn, requested, surrounding } from './simulation/acts.js';
import { newWorld, startReal } from './simulation/real.js';
import { again, atOnce, audited, once, type Model } from './simulation/step.js';

const seed = Number(process.env.VIGIA_SIMULATION_SEED ?? Math.floor(Math.random() * 2 ** 31));
const seconds = Number(process.env.VIGIA_SIMULATION_SECONDS ?? 6);

const steps = fc.commands(
  [
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(requested, fc.boolean()).map(([act, isDoubled]) => once(act, isDoubled)) },
      { weight: 3, arbitrary: fc.tuple(requested, requested).map(([one, other]) => atOnce(one, other)) },
      { weight: 2, arbitrary: surrounding.map((act) => once(act, false)) },
      { weight: 1, arbitrary: fc.nat(50).map(again) },
      { weight: 1, arbitrary: fc.constant(audited) },
    ),
  ],
  { maxCommands: 100, size: 'max' },
);

describe('billing', () => {
  let real: Awaited<ReturnType<typeof startReal>>;

  beforeAll(async () => {
    real = await startReal();
  });

  afterAll(() => real?.stop());

  it(
    `does what the model foretells, whatever is asked of it (seed ${seed})`,
    async () => {
      let until = 0;
      const property = fc.asyncProperty(fc.integer({ min: 4, max: 40 }), endsOn, steps, async (quotaMonths, end, commands) => {
        // The first run always happens, however slow the machine is, and every run is completed.
        if (until > 0 && Date.now() >= until) return;
        until ||= Date.now() + seconds * 1_000;
        const model: Model = { world: await newWorld(real, quotaMonths, end), answered: [] };
        await fc.asyncModelRun(() => ({ model, real }), commands);
      });
      const run = await fc.check(property, { seed, numRuns: 1_000, includeErrorInReport: true });
      const report = await fc.asyncDefaultReportMessage(run);
      expect(report && [report, ...real.errors()]).toBeUndefined();
    },
    (seconds + 180) * 1_000,
  );
});
