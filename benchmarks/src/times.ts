/** The duration of each of `count` calls, with this many of them running at any time. */
export async function timesOf(call: () => Promise<unknown>, count: number, inFlight: number): Promise<number[]> {
  const timesMs: number[] = [];
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await call();
      timesMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return timesMs;
}
