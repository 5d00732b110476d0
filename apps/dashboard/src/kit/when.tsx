import { useEffect, useState } from 'react';
import { ago, exactInstant, instant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';

const everyMs = 10_000;

/** The current time, updated while somebody looks, because nothing else on a page may change for hours. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** "hace 6 segundos"; the tooltip shows the exact time. On paper, which is read later, the time itself. */
export function When({ at }: { at: string }) {
  const { language } = useLanguage();
  const now = useNow();
  // Something newer than the last reading of the clock is not in the future.
  return (
    <time dateTime={at} title={exactInstant(at)}>
      <span className="not-printed">{ago(at, Math.max(now, Date.parse(at)), language)}</span>
      <span className="only-printed">{instant(at)}</span>
    </time>
  );
}
