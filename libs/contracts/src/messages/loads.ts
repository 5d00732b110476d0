import { type Static, Type } from 'typebox';
import { closed, event, request } from './definition.js';
import { reprocess } from './quota.js';
import { group, nullable } from '../summary/fields.js';
import { docType, document, mode, months, origin, sourceName, taxId, uuid, writtenInstant } from './vocabulary.js';

export const startLoads = closed({
  requestId: uuid,
  corporationId: uuid,
  docType,
  taxIds: Type.Array(taxId, { minItems: 1, maxItems: 100 }),
  mode,
  /** Only counts for monitoring under a one-time plan; as many as fit when left out. */
  months: Type.Optional(months),
  /** Address of the gateway replica that waits, for the notice. */
  noticeTo: Type.Optional(Type.String({ maxLength: 80 })),
  origin: Type.Optional(origin),
});
export type StartLoads = Static<typeof startLoads>;

/** A forced update: every profile that the corporation has of these documents is refreshed from every source. */
export const startReprocess = closed({ ...reprocess.properties, noticeTo: startLoads.properties.noticeTo });
export type StartReprocess = Static<typeof startReprocess>;

export const profileStates = ['succeeded', 'partial', 'failed'] as const;
export type ProfileState = (typeof profileStates)[number];

export const loadFinished = closed({
  loadId: uuid,
  docType,
  taxId,
  estado: Type.Enum([...profileStates]),
  failedSources: Type.Array(sourceName),
});
export type LoadFinished = Static<typeof loadFinished>;

export const portfolioVerified = closed({
  corporations: Type.Integer(),
  healed: Type.Integer(),
  /** The first hundred. */
  drifts: Type.Array(closed({ corporationId: uuid, ...document.properties, what: Type.Enum(['differed', 'without_access']) })),
});

export const loadMessages = {
  /** Idempotent by requestId. The outcome is in the rows, not in the reply. */
  'loads.start': request('profile-loader', startLoads, closed({ requestId: uuid })),
  'reprocess.start': request('profile-loader', startReprocess, closed({ requestId: uuid })),
  /** A corporation monitors these from now on, without a load: the loader keeps their data up to date again. */
  'profiles.monitored': event('profile-loader', closed({ documents: Type.Array(document, { minItems: 1, maxItems: 100 }) })),
  /** What billing has done alone to accesses: their entries in the portfolio follow. */
  'accesses.changed': event(
    'profile-loader',
    closed({ corporationId: uuid, documents: Type.Array(document, { minItems: 1, maxItems: 100 }) }),
  ),
  /** Compares every entry of every portfolio with what it is made from, and heals those that differ. */
  'portfolio.verify': request('profile-loader', closed({}), portfolioVerified),
  'loads.finished': event('webhook-dispatcher', loadFinished),
};

const reason = Type.String({ minLength: 1, maxLength: 200 });

/** The questions of the last sixty minutes, by all replicas together. Those that a circuit kept back were not asked. */
const sourceHour = group('SourceHour', {
  asked: Type.Integer(),
  failed: Type.Integer(),
  /** Of those that failed. */
  timedOut: Type.Integer(),
  /** Null where nothing was asked. */
  p50Ms: nullable(Type.Integer()),
  p95Ms: nullable(Type.Integer()),
});

const sourceStatus = group('SourceStatus', {
  source: sourceName,
  pause: nullable(group('PauseOfSource', { reason, since: writtenInstant })),
  /** Jobs on its queue. Tasks that wait for the end of a pause are not on it. */
  waiting: Type.Integer(),
  active: Type.Integer(),
  /** Null until it has answered as it should for the first time. This and what follows a loader of the version before leaves out. */
  lastAnswerAt: Type.Optional(nullable(writtenInstant)),
  hour: Type.Optional(sourceHour),
  /** Of the replicas that ask it. `of` is 0 where nothing is asked over a network. */
  circuits: Type.Optional(group('SourceCircuits', { open: Type.Integer(), of: Type.Integer() })),
});
export type SourceStatus = Static<typeof sourceStatus>;

export const sourceMessages = {
  'sources.list': request('profile-loader', closed({}), group('SourceList', { sources: Type.Array(sourceStatus) })),
  /** Workers stop asking the source, whatever is on its queue. Requests under way go on. */
  'sources.pause': request('profile-loader', closed({ source: sourceName, reason }), sourceStatus),
  'sources.resume': request('profile-loader', closed({ source: sourceName }), sourceStatus),
};
