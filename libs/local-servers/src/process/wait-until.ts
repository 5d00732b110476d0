import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 20;

/** False when the condition did not become true in time. */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(INTERVAL_MS);
  }
  return true;
}
