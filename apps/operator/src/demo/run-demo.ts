import { setTimeout as pause } from 'node:timers/promises';
import type { Paint } from '../output/paint.js';
import type { Progress } from '../output/progress.js';
import type { Api, LoadAnswer, SummaryData } from './api.js';
import { describeSections } from './sections.js';
import { stepsOn, type Say } from './steps.js';

export interface DemoPass {
  baseUrl: string;
  answer: string;
  summary: SummaryData;
}

const lookEveryMs = 1_000;
const patienceMs = 5 * 60_000;

/** Token, load, summary, each step said as it happens. */
export async function runDemo(api: Api, taxId: string, progress: Progress, paint: Paint): Promise<DemoPass> {
  const step = stepsOn(progress, paint);
  progress.done(`Vigía at ${api.baseUrl}\n`);
  const token = await step('token', () => api.token());
  const answer = await step(`load ${taxId}`, (say) => load(api, token, taxId, say));
  progress.done(`  ${answer}`);
  const summary = await step('summary', () => api.summary(token, taxId));
  return { baseUrl: api.baseUrl, answer, summary };
}

/** The call may be answered before the load has ended; then only the summary tells when it has. */
async function load(api: Api, token: string, taxId: string, say: Say): Promise<string> {
  const giveUpAt = Date.now() + patienceMs;
  let answer: LoadAnswer | undefined;
  const called = api.load(token, taxId).then((given) => (answer = given));
  while (Date.now() < giveUpAt) {
    // Beside the open call the pause must not keep the process from ending.
    const look = pause(lookEveryMs, undefined, { ref: answer !== undefined });
    await (answer ? look : Promise.race([called, look]));
    if (answer?.statusCode === 200) return answer.message;
    const summary = await api.summary(token, taxId).catch(() => undefined);
    if (answer && summary && summary.estado !== 'loading') return answer.message;
    say(summary ? describeSections(summary) : 'no summary yet');
  }
  throw new Error(`the load has not ended after ${patienceMs / 60_000} minutes; the summary will show its result`);
}
