/** A condition costs processor time that others need: a long wait is checked rarely. */
const [soonestMs, latestMs, partOfWait] = [10, 400, 0.2];

/** Thrown by a condition that can no longer become true. */
export class GiveUp extends Error {}

/** Waits until a condition returns a value. The timeout error shows the last result. */
export async function waitUntil<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 120_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<T> {
  const since = Date.now();
  const until = since + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      last = value;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      last = error;
    }
    if (Date.now() >= until) throw new Error(`${what} did not come to hold in ${timeoutMs} ms; last seen: ${String(last)}`);
    const pauseMs = Math.min(latestMs, Math.max(soonestMs, (Date.now() - since) * partOfWait));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
