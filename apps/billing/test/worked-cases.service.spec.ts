import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBilling, type RunningBilling } from './running-billing.js';
import { CaseRun, type WorkedCase } from './worked-case.js';

const file = new URL('worked-cases.json', import.meta.url);
const all = JSON.parse(readFileSync(file, 'utf8')) as WorkedCase[];
/** Without billing there is nothing to ask of it: what the loader then says is tested there. */
const cases = all.filter(({ faults }) => !faults?.billingDown);

describe('the worked case', () => {
  let billing: RunningBilling;
  let count = 0;

  beforeAll(async () => {
    billing = await startBilling();
  });

  afterAll(() => billing?.stop());

  it.each(cases.map((one) => [one.id, one.title, one] as const))('%s: %s', async (_id, _title, worked) => {
    const { requestError, results, ...rest } = worked.expected;
    const run = new CaseRun(billing, worked, (count += 1));
    await run.setUp();
    // A client's body is refused by the gateway; a message like that is a mistake of ours.
    expect(await run.operate().catch((error: { code: string }) => error.code)).toEqual(requestError ? 'internal' : results);
    expect(await run.observe()).toMatchObject(rest);
  });
});
