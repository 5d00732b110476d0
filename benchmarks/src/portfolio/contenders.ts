import type { Pool } from 'undici';
import type { Processes } from '../processes.js';
import type { Round } from '../results.js';
import { spentBy } from '../spent.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';

export interface Contender {
  name: string;
  pool: Pool;
  /** Precedes the paths of all questions. */
  prefix: string;
  headers: Record<string, string>;
  processes: Processes;
}

export async function read({ pool, prefix, headers }: Contender, path: string): Promise<string> {
  const { statusCode, body } = await pool.request({ method: 'GET', path: `${prefix}${path}`, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 200)}`);
  return text;
}

export async function oneRound(contender: Contender, path: string, requests: number, inFlight: number): Promise<Round> {
  const { result, ...spent } = await spentBy(contender.processes, async () => {
    const startedAt = performance.now();
    const timesMs = await timesOf(() => read(contender, path), requests, inFlight);
    const perSecond = requests / ((performance.now() - startedAt) / 1_000);
    return { done: requests, result: { perSecond, p50Ms: quantile(timesMs, 0.5) } };
  });
  return { ...result, ...spent };
}
