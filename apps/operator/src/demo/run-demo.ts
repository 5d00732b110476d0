import { setTimeout as pause } from 'node:timers/promises';
import type { Paint, Progress } from '../terminal.js';
import type { Api, LoadAnswer, SummaryData } from './api.js';
import { describeSections } from './describe-summary.js';

type Say = (state: string) => void;
type Step = <T>(name: string, work: (say: Say) => Promise<T>) => Promise<T>;

/** Shows each step with its duration while it runs, then how it ended. */
function stepsOn(progress: Progress, paint: Paint): Step {
  return async (name, work) => {
    const startedAt = performance.now();
    const elapsedMs = () => Math.round(performance.now() - startedAt);
    const end = (mark: string) => progress.done(`${mark} ${name} (${elapsedMs()} ms)`);
    progress.now(`→ ${name} …`);
    try {
      const result = await work((state) => progress.now(`→ ${name} … ${Math.round(elapsedMs() / 1000)} s, ${state}`));
      end(paint('green', '✓'));
      return result;
    } catch (error) {
      end(paint('red', '✗'));
      throw error;
    }
  };
}

interface DemoPass {
  baseUrl: string;
  answer: string;
  summary: SummaryData;
}

const lookEveryMs = 1_000;
const patienceMs = 5 * 60_000;

/** Gets a token, loads a document and reads its summary, and shows each step. */
export async function runDemo(api: Api, taxId: string, progress: Progress, paint: Paint): Promise<DemoPass> {
  const step = stepsOn(progress, paint);
  progress.done(`Vigía at ${api.baseUrl}\n`);
  const token = await step('token', () => api.token());
  const answer = await step(`load ${taxId}`, (say) => load(api, token, taxId, say));
  progress.done(`  ${answer}`);
  const summary = await step('summary', () => api.summary(token, taxId));
  return { baseUrl: api.baseUrl, answer, summary };
}

/** The call may be answered before the load has ended; then only the summary shows its end. */
async function load(api: Api, token: string, taxId: string, say: Say): Promise<string> {
  const giveUpAt = Date.now() + patienceMs;
  let answer: LoadAnswer | undefined;
  const called = api.load(token, taxId).then((given) => (answer = given));
  while (Date.now() < giveUpAt) {
    // While the call is open it keeps the process alive; a pause must not do so after the call has failed.
    const look = pause(lookEveryMs, undefined, { ref: answer !== undefined });
    await (answer ? look : Promise.race([called, look]));
    if (answer?.statusCode === 200) return answer.message;
    const summary = await api.summary(token, taxId).catch(() => undefined);
    if (answer && summary && summary.estado !== 'loading') return answer.message;
    say(summary ? describeSections(summary) : 'no summary yet');
  }
  throw new Error(`the load has not ended after ${patienceMs / 60_000} minutes; the summary will show its result`);
}
