import { expect } from '@jest/globals';
import type { System } from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';

/** Every entry of every portfolio says what access and profile say, without having been healed for it. */
export async function expectTruePortfolios(system: System): Promise<void> {
  const verified = await askOperator(system, (messages) => messages.request('portfolio.verify', {}, { timeoutMs }));
  expect(verified).toEqual({ corporations: expect.any(Number), healed: 0, drifts: [] });
  expect(verified.corporations).toBeGreaterThan(0);
}
