import type { Outcome } from './outcome.js';

interface Counted {
  configurationId: string;
  isTest: boolean;
  result: Outcome['result'];
}

export interface ConfigurationFailures {
  configurationId: string;
  /** One of them succeeded: what had failed before it counts no longer. */
  startsAnew: boolean;
  /** In a row, up to the last of them. */
  failures: number;
}

/** What attempts that ended in this order mean for the health of their configurations. A test means nothing. */
export function countedFailures(ended: readonly Counted[]): ConfigurationFailures[] {
  const counted = new Map<string, ConfigurationFailures>();
  for (const { configurationId, isTest, result } of ended) {
    if (isTest) continue;
    const before = counted.get(configurationId) ?? { configurationId, startsAnew: false, failures: 0 };
    const after = result === 'succeeded' ? { startsAnew: true, failures: 0 } : { failures: before.failures + 1 };
    counted.set(configurationId, { ...before, ...after });
  }
  return [...counted.values()].toSorted((a, b) => (a.configurationId < b.configurationId ? -1 : 1));
}
