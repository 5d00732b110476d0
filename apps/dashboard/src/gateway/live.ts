import type { LiveChange, LiveEnd, LiveSubject } from '@vigia/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from './read-anew.ts';
import { startStopwatch } from './stopwatch.ts';

/**
 * For each subject, the beginnings of paths: when something in the subject has changed, all queries with such a path run again. The subjects
 * stand in the order of their parts in the id of an event.
 */
const pathsOf: Record<LiveSubject, string[]> = {
  // A load may bring the first simulated answer, which every screen must mention, and charges for documents that were new.
  loads: ['/panel/v1/loads', '/panel/v1/profiles', '/panel/v1/session', '/panel/v1/quota/charges'],
  portfolio: ['/panel/v1/portfolio', '/panel/v1/profiles'],
  // The contract of the user's corporation is part of the session.
  quota: ['/panel/v1/quota', '/panel/v1/contracts', '/panel/v1/session'],
  webhooks: ['/panel/v1/webhooks'],
  deliveries: ['/panel/v1/events', '/panel/v1/deliveries', '/panel/v1/webhooks'],
};
const everything = [...new Set(Object.values(pathsOf).flat())];

const readPathsAnew = (client: QueryClient, paths: readonly string[]) =>
  readAnew(client, (read) => paths.some((path) => read.startsWith(`GET ${path}`)));

/** The paths to read again after a break, from the id of the last event before it and of the first one after it. Without the former: all. */
export function missedBetween(lastId: string, id: string): string[] {
  const [before, now] = [lastId.split('.'), id.split('.')];
  return Object.values(pathsOf).flatMap((paths, i) => (lastId !== '' && before[i] === now[i] ? [] : paths));
}

/** Changes come one by one, and a list is read once for all changes within this time. */
const togetherMs = 300;
/** A stream sends a beat every 15 seconds. If one is silent for longer than this, something holds it back. */
const cutOffMs = 20_000;
const pollMs = { first: 2_000, later: 5_000, laterAfter: 30_000 };
const reopenMs = 5_000;

/** Reads again what the server reports as changed, and everything every few seconds if no stream gets through. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => follow(client), [client]);
}

function follow(client: QueryClient): () => void {
  const changed = new Set<string>();
  const timers = new Set<number>();
  let source: EventSource | undefined;
  let lastId = '';
  let isBroken = false;
  let sinceHeard = startStopwatch();
  let sincePolled = startStopwatch();
  let together: number | undefined;

  const later = (work: () => void, ms: number) => {
    const timer = window.setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const open = () => {
    source?.close();
    source = new EventSource('/panel/v1/live');
    // Changes are reported from the first beat on. What the page has read before it may have changed since.
    const beginning = ({ lastEventId }: MessageEvent) => readPathsAnew(client, isBroken ? missedBetween(lastId, lastEventId) : everything);
    source.addEventListener('beat', beginning, { once: true });
    for (const type of ['open', 'beat', 'change']) {
      source.addEventListener(type, ({ lastEventId }: MessageEvent) => {
        sinceHeard = startStopwatch();
        lastId = lastEventId || lastId;
      });
    }
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      for (const path of pathsOf[(JSON.parse(data) as LiveChange).what] ?? []) changed.add(path);
      together ??= window.setTimeout(() => {
        together = undefined;
        readPathsAnew(client, [...changed]);
        changed.clear();
      }, togetherMs);
    });
    source.addEventListener('end', ({ data }: MessageEvent<string>) => {
      isBroken = true;
      const { reason } = JSON.parse(data) as LiveEnd;
      if (reason === 'stopping') return;
      source?.close();
      // Another tab has replaced it: reopening it would only end that one.
      if (reason === 'replaced') return;
      void client.invalidateQueries({ queryKey: ['GET /panel/v1/session'] });
      later(open, reopenMs);
    });
    source.addEventListener('error', () => {
      isBroken = true;
      // The browser retries by itself unless it was refused.
      if (source?.readyState === EventSource.CLOSED) later(open, reopenMs);
    });
  };

  const poll = window.setInterval(() => {
    const silentMs = sinceHeard();
    if (silentMs < cutOffMs || document.hidden) return;
    const everyMs = silentMs < cutOffMs + pollMs.laterAfter ? pollMs.first : pollMs.later;
    if (sincePolled() < everyMs) return;
    sincePolled = startStopwatch();
    readPathsAnew(client, everything);
  }, 1_000);

  open();
  return () => {
    source?.close();
    window.clearInterval(poll);
    window.clearTimeout(together);
    for (const timer of timers) window.clearTimeout(timer);
  };
}
