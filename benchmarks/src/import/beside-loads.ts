import type { ApiClient } from '@vigia/testing';
import { setTimeout } from 'node:timers/promises';
import { loadBy } from '../load/contenders.js';
import { freshTaxId } from '../load/documents.js';
import { median } from '../statistics.js';

interface Stream {
  perSecond: number;
  medianMs: number;
}

/** Loads one after another while the work runs, or for a given time. */
export async function loadsDuring(client: ApiClient, work: () => Promise<unknown>): Promise<Stream> {
  const timesMs: number[] = [];
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const startedAt = performance.now();
  while (!isOver) {
    const from = performance.now();
    await loadBy(client, freshTaxId());
    timesMs.push(performance.now() - from);
  }
  const perSecond = timesMs.length / ((performance.now() - startedAt) / 1000);
  await working;
  return { perSecond, medianMs: median(timesMs) };
}

export const nothingFor = (ms: number) => () => setTimeout(ms);
