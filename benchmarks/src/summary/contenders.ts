import { Pool } from 'undici';
import { quantile } from '../statistics.js';
import { timesOf } from '../times.js';

export interface Contender {
  name: string;
  pool: Pool;
}

export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Reading {
  version: 'v1' | 'v2';
  authorization: string;
  requests: number;
  inFlight: number;
  pickTaxId: () => string;
}

export async function read({ pool }: Contender, { version, authorization, pickTaxId }: Reading): Promise<string> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path: `/${version}/perfiles/${pickTaxId()}/resumen`,
    headers: { authorization },
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${statusCode}: ${text.slice(0, 200)}`);
  return text;
}

export async function oneRound(contender: Contender, reading: Reading): Promise<Round> {
  const startedAt = performance.now();
  const timesMs = await timesOf(() => read(contender, reading), reading.requests, reading.inFlight);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: reading.requests / seconds, p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) };
}
