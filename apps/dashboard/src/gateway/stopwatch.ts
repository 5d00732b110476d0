/**
 * The milliseconds since its start. The clock of the machine may be set back, and the steady one of the browser may stand still while the
 * machine sleeps. The one that says more is right.
 */
export function startStopwatch(): () => number {
  const [clock, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - clock, performance.now() - steady);
}
