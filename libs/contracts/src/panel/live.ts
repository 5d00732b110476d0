import { operation } from './operation.js';

/** What a page shows that can change without it: each is the name of what the page then reads anew. */
export const liveSubjects = ['loads', 'portfolio', 'quota', 'webhooks', 'deliveries'] as const;
export type LiveSubject = (typeof liveSubjects)[number];

/** The event `change`. `id` says which one, where that is known and few have changed. */
export interface LiveChange {
  what: LiveSubject;
  id: string | null;
  at: string;
}

/** The event `end`: why a stream was ended by the server. Only after `stopping` is the same stream to be opened again. */
export interface LiveEnd {
  reason: 'stopping' | 'session' | 'replaced';
}

export const live = {
  open: operation({
    tag: 'panel: live',
    openTo: 'user',
    method: 'GET',
    path: '/panel/v1/live',
    summary: 'Be told what has changed, as server-sent events',
    answer: { stream: true, description: '`open`, then `change` and, every 15 seconds, `beat`' },
  }),
};
