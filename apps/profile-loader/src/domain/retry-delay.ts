import { mayPass, type SourceFailure } from './source-answer.js';

const mostAttempts = 4;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

/** How long to wait before asking the source again, or undefined when it is not asked again. `random` is in [0, 1). */
export function retryDelayMs(failure: SourceFailure, attempts: number, random: number): number | undefined {
  if (!mayPass(failure) || attempts >= mostAttempts) return undefined;
  const backoffMs = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.max(failure.retryAfterMs ?? 0, Math.round(backoffMs * (1 + random / 2)));
}
