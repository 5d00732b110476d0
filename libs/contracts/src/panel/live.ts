import { operation } from './operation.js';

/** Parts of a page that can change on the server. Each is the name of what the page then reads again. */
export const liveSubjects = ['loads', 'portfolio', 'quota', 'webhooks', 'deliveries'] as const;
export type LiveSubject = (typeof liveSubjects)[number];

/** The event `change`. `id` names the changed object, if it is known and few have changed. */
export interface LiveChange {
  what: LiveSubject;
  id: string | null;
  at: string;
}

/** The event `end`: why the server ended a stream. Only after `stopping` should the client open the same stream again. */
export interface LiveEnd {
  reason: 'stopping' | 'session' | 'replaced';
}

export const live = {
  open: operation({
    tag: 'panel: live',
    openTo: 'user',
    method: 'GET',
    path: '/panel/v1/live',
    summary: 'Receive changes as server-sent events',
    answer: {
      stream: true,
      description: 'events: `open`, then `change`, and `beat` every 15 seconds, for a corporation after the first look at its data',
    },
  }),
};
