import { Pool } from 'undici';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';
import type { Answered, Reads } from './wrk.js';

const requestsAtATime = 500;

/** For machines without `wrk`: this process sends, and uses more processor time for that than a good server for the answer. */
export async function readByUndici({ url, paths, authorization, connections, seconds }: Reads): Promise<Answered> {
  const pool = new Pool(url, { connections });
  const read = async () => {
    const path = paths[Math.floor(Math.random() * paths.length)]!;
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text.slice(0, 200)}`);
  };
  const startedAt = performance.now();
  const timesMs: number[] = [];
  const spentSeconds = () => (performance.now() - startedAt) / 1000;
  try {
    do timesMs.push(...(await timesOf(read, requestsAtATime, connections)));
    while (spentSeconds() < seconds);
    const perSecond = timesMs.length / spentSeconds();
    return { requests: timesMs.length, perSecond, p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) };
  } finally {
    await pool.destroy();
  }
}
