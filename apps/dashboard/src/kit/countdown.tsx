import { useEffect, useState, type ReactNode } from 'react';

/** The whole seconds left since `since` last changed; 0 when they are over. */
export function useCountdown(seconds: number | undefined, since: unknown): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (!seconds) return setLeft(0);
    const end = Date.now() + seconds * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
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
