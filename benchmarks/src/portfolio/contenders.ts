import type { Pool } from 'undici';
import { processorMs } from '../processor-time.js';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';

export interface Contender {
  pool: Pool;
  /** Before the paths of all questions. */
  prefix: string;
  headers: Record<string, string>;
  /** Its own process and the database's. */
  pids: number[];
}

export interface Round {
  p50Ms: number;
  perSecond: number;
  /** Of the server and the database, for one answer. */
  cpuMs: number;
  /** Of the one who asks. */
  askerCpuMs: number;
}

export async function read({ pool, prefix, headers }: Contender, path: string): Promise<string> {
  const { statusCode, body } = await pool.request({ method: 'GET', path: `${prefix}${path}`, headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 200)}`);
  return text;
}

export async function oneRound(contender: Contender, path: string, requests: number, inFlight: number): Promise<Round> {
  const cpuBeforeMs = await processorMs(contender.pids);
  const ownBefore = process.cpuUsage();
  const startedAt = performance.now();
  const timesMs = await timesOf(() => read(contender, path), requests, inFlight);
  const seconds = (performance.now() - startedAt) / 1_000;
  const own = process.cpuUsage(ownBefore);
  return {
    p50Ms: quantile(timesMs, 0.5),
    perSecond: requests / seconds,
    cpuMs: ((await processorMs(contender.pids)) - cpuBeforeMs) / requests,
    askerCpuMs: (own.user + own.system) / 1_000 / requests,
  };
}
