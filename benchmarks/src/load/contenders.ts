import { ApiClient } from '@vigia/testing';
import type { Processes } from '../processes.js';
import type { Round } from '../results.js';
import { spentBy } from '../spent.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import { freshTaxId } from './documents.js';

interface Contender {
  name: string;
  /** All its processes. */
  processes: Processes;
  load(taxId: string): Promise<void>;
}

export function product(client: ApiClient, processes: Processes): Contender {
  return {
    name: 'ours',
    processes,
    load: (taxId) => loadBy(client, taxId),
  };
}

export async function loadBy(client: ApiClient, taxId: string): Promise<void> {
  const { status, body } = await client.load(taxId);
  if (status !== 200) throw new Error(`${taxId}: ${status} ${JSON.stringify(body)}`);
}

export function bareFanout(url: string, processes: Processes): Contender {
  return {
    name: 'bare fan-out',
    processes,
    async load(taxId) {
      const response = await fetch(`${url}/${taxId}`, { method: 'POST' });
      if (!response.ok) throw new Error(`${taxId}: ${response.status} ${await response.text()}`);
    },
  };
}

export async function oneRound(contender: Contender, loads: number, inFlight: number): Promise<Round> {
  const { result, ...spent } = await spentBy(contender.processes, async () => {
    const startedAt = performance.now();
    const timesMs = await timesOf(() => contender.load(freshTaxId()), loads, inFlight);
    return { done: loads, result: { perSecond: loads / ((performance.now() - startedAt) / 1000), p50Ms: quantile(timesMs, 0.5) } };
  });
  return { ...result, ...spent };
}
