import { useEffect, useState } from 'react';
import { ago, exactInstant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';

const everyMs = 10_000;

/** The time, which goes on while somebody looks: nothing else on a page may change for hours. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** "hace 6 segundos"; the exact time is under the pointer. */
export function When({ at }: { at: string }) {
  const { language } = useLanguage();
  const now = useNow();
  // What came since the clock was read last is not in the future.
  return (
    <time dateTime={at} title={exactInstant(at)}>
      {ago(at, Math.max(now, Date.parse(at)), language)}
    </time>
  );
}
