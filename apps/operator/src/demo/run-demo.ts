import { setInterval } from 'node:timers/promises';
import type { Surroundings } from '../surroundings.js';
import { sectionsOf, type Api } from './api.js';
import { describeSummary } from './describe-summary.js';

type Print = Surroundings['print'];

const lookEveryMs = 1_000;

/** Token, load, summary, each step said as it happens. */
export async function runDemo(api: Api, taxId: string, print: Print): Promise<void> {
  print(`Vigía at ${api.baseUrl}\n\n`);
  const token = await step(print, 'token', () => api.token());
  const watching = new AbortController();
  const progress = watch(api, token, taxId, print, watching.signal);
  try {
    print(`${await step(print, `load ${taxId}`, () => api.load(token, taxId))}\n`);
  } finally {
    watching.abort();
    await progress;
  }
  const summary = await step(print, 'summary', () => api.summary(token, taxId));
  print(`\n${describeSummary(summary)}`);
}

async function step<T>(print: Print, name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  print(`→ ${name} …\n`);
  const result = await work();
  print(`✓ ${name} (${Math.round(performance.now() - startedAt)} ms)\n`);
  return result;
}

/** While the load is waited for: how many sections have come in so far. */
async function watch(api: Api, token: string, taxId: string, print: Print, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(lookEveryMs, undefined, { signal })) {
      const summary = await api.summary(token, taxId).catch(() => undefined);
      if (!summary || signal.aborted) continue;
      const sections = sectionsOf(summary);
      print(`  … ${sections.filter(([, { statusCode }]) => statusCode !== 'SH20').length} of ${sections.length} sections\n`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
