import { useEffect, useState, type ReactNode } from 'react';
import { startStopwatch } from '#gateway/stopwatch.ts';

/** The whole seconds left since `since` last changed; 0 when they are over. */
export function useCountdown(seconds: number | undefined, since: unknown): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (!seconds) return setLeft(0);
    const elapsed = startStopwatch();
    const look = () => setLeft(Math.max(0, Math.ceil(seconds - elapsed() / 1000)));
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [seconds, since]);
  return left;
}

/** Text with seconds that count down: a screen reader reads it with its surroundings, not again each second. */
export function CountedDown({ children }: { children: ReactNode }) {
  return (
    <span role="timer" aria-live="off">
      {children}
    </span>
  );
}
