import type { AnswerTo } from '#gateway/operations.ts';

export type ProfileRecord = AnswerTo<'GET /panel/v1/profiles/:docType/:taxId/record'>;

/** One line of the record: a request, an opened access, or an event for receivers. */
export type RecordedAct =
  | { kind: 'request'; id: string; at: string; request: ProfileRecord['requests'][number] }
  | { kind: 'access'; id: string; at: string; access: ProfileRecord['accesses'][number] }
  | { kind: 'event'; id: string; at: string; event: ProfileRecord['events'][number] };

/** Newest first. An access is above the load that opened it at the same instant. */
export function actsOf({ requests, accesses, events }: ProfileRecord): RecordedAct[] {
  const acts: RecordedAct[] = [
    ...accesses.map((access) => ({ kind: 'access' as const, id: `access ${access.openedAt}`, at: access.openedAt, access })),
    ...requests.map((request) => ({ kind: 'request' as const, id: request.requestId, at: request.at, request })),
    ...events.map((event) => ({ kind: 'event' as const, id: event.triggerId, at: event.at, event })),
  ];
  return acts.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
