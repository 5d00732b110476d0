import { useEffect, useState } from 'react';
import { exactInstant, happened, instant } from '#language/instant.ts';
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
  return (
    <time dateTime={at} title={exactInstant(at)}>
      <span className="not-printed">{happened(at, now, language)}</span>
      <span className="only-printed">{instant(at)}</span>
    </time>
  );
}
