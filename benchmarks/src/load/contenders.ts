import { ApiClient } from '@vigia/testing';
import { median } from '../statistics.js';
import { timesOf } from '../times.js';
import { freshTaxId } from './documents.js';

export interface Contender {
  name: string;
  load(taxId: string): Promise<void>;
}

export function product(client: ApiClient): Contender {
  return {
    name: 'ours',
    async load(taxId) {
      const { status, body } = await client.load(taxId);
      if (status !== 200) throw new Error(`${taxId}: ${status} ${JSON.stringify(body)}`);
    },
  };
}

export function bareFanout(url: string): Contender {
  return {
    name: 'bare fan-out',
    async load(taxId) {
      const response = await fetch(`${url}/${taxId}`, { method: 'POST' });
      if (!response.ok) throw new Error(`${taxId}: ${response.status} ${await response.text()}`);
    },
  };
}

export interface Round {
  loadsPerSecond: number;
  medianMs: number;
}

export async function oneRound(contender: Contender, loads: number, inFlight: number): Promise<Round> {
  const startedAt = performance.now();
  const timesMs = await timesOf(() => contender.load(freshTaxId()), loads, inFlight);
  return { loadsPerSecond: loads / ((performance.now() - startedAt) / 1000), medianMs: median(timesMs) };
}
