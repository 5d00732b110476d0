/**
 * The milliseconds since its start, for those who look again and again: when the clock is set back, only the time between two looks is lost.
 * Not by the steady clock of the browser, which may stand still while the machine sleeps.
 */
export function startStopwatch(): () => number {
  let [last, elapsed] = [Date.now(), 0];
  return () => {
    const now = Date.now();
    elapsed += Math.max(0, now - last);
    last = now;
    return elapsed;
  };
}
