import { type Static, Type } from 'typebox';
import { event, request } from './definition.js';
import { reprocess } from './quota.js';
import { closed, group, nullable } from '../schema/fields.js';
import { docType, document, mode, months, origin, sourceName, taxId, uuid, writtenInstant } from '../schema/vocabulary.js';

const startLoads = closed({
  requestId: uuid,
  corporationId: uuid,
  docType,
  taxIds: Type.Array(taxId, { minItems: 1, maxItems: 100 }),
  mode,
  /** Only for monitoring under a one-time plan. If left out, as many months as fit. */
  months: Type.Optional(months),
  /** Address of the waiting gateway replica, for the notice. */
  noticeTo: Type.Optional(Type.String({ maxLength: 80 })),
  origin,
});
export type StartLoads = Static<typeof startLoads>;

/** A forced update: for each number, the active profile that the corporation has is refreshed from every source. */
const startReprocess = closed({ ...reprocess.properties, noticeTo: startLoads.properties.noticeTo });
export type StartReprocess = Static<typeof startReprocess>;

export const portfolioVerified = closed({
  corporations: Type.Integer(),
  healed: Type.Integer(),
  /** The first hundred drifts. */
  drifts: Type.Array(closed({ corporationId: uuid, ...document.properties, what: Type.Enum(['differed', 'without_access']) })),
});

export const loadMessages = {
  /** Idempotent by requestId. The outcome is in the rows, not in the reply. */
  'loads.start': request('profile-loader', startLoads, closed({ requestId: uuid })),
  'reprocess.start': request('profile-loader', startReprocess, closed({ requestId: uuid })),
  /** A corporation now monitors these documents without a load: the loader starts to refresh their data again. */
  'profiles.monitored': event('profile-loader', closed({ documents: Type.Array(document, { minItems: 1, maxItems: 100 }) })),
  /** Changes that billing made to accesses on its own. Their portfolio entries follow, and schedules of refreshes that had ended. */
  'accesses.changed': event(
    'profile-loader',
    closed({ corporationId: uuid, documents: Type.Array(document, { minItems: 1, maxItems: 100 }) }),
  ),
  /** Compares every portfolio entry with the rows that it is derived from, and repairs entries that differ. */
  'portfolio.verify': request('profile-loader', closed({}), portfolioVerified),
};

const reason = Type.String({ minLength: 1, maxLength: 200 });

/** The questions of the last 60 minutes from all replicas together. Questions that a circuit stopped are not counted. */
const sourceHour = group('SourceHour', {
  asked: Type.Integer(),
  failed: Type.Integer(),
  /** How many of the failed ones timed out. */
  timedOut: Type.Integer(),
  /** Null if nothing was asked. */
  p50Ms: nullable(Type.Integer()),
  p95Ms: nullable(Type.Integer()),
});

const sourceStatus = group('SourceStatus', {
  source: sourceName,
  pause: nullable(group('PauseOfSource', { reason, since: writtenInstant })),
  /** Jobs on its queue. Tasks that wait for the end of a pause are not on it. */
  waiting: Type.Integer(),
  active: Type.Integer(),
  /** Null until the source has answered correctly for the first time. */
  lastAnswerAt: nullable(writtenInstant),
  hour: sourceHour,
  /** `open` is how many of the replicas that ask the source have an open circuit. `of` is 0 if the source is not asked over a network. */
  circuits: group('SourceCircuits', { open: Type.Integer(), of: Type.Integer() }),
});
export type SourceStatus = Static<typeof sourceStatus>;

export const sourceMessages = {
  'sources.list': request('profile-loader', closed({}), group('SourceList', { sources: Type.Array(sourceStatus) })),
  /** Workers stop asking the source, whatever is on its queue. Requests under way go on. `actor`: `operator` unless given. */
  'sources.pause': request(
    'profile-loader',
    closed({ source: sourceName, reason, actor: Type.Optional(origin.properties.actor) }),
    sourceStatus,
  ),
  /** `actor` is null in the row unless given. */
  'sources.resume': request('profile-loader', closed({ source: sourceName, actor: Type.Optional(origin.properties.actor) }), sourceStatus),
};
