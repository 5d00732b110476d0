const lookAgainMs = 50;

/** Thrown by a condition that can no longer come to hold. */
export class GiveUp extends Error {}

/** Waits for a condition. What it says when it gives up is what the condition last came to. */
export async function waitUntil<T>(
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  { timeoutMs = 60_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<T> {
  const until = Date.now() + timeoutMs;
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
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}
