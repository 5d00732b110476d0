/**
 * Where a process dies of a load, and then, started again, of a forced update. Neither passes the point of the other, nor
 * the forced update that of the next load, so that one start serves for both.
 */
export interface Deaths {
  load: string;
  update: string;
  /** The broker comes up empty at the same moments. */
  forgets?: true;
}

export const killedServices = ['profile-loader', 'billing'] as const;
export type KilledService = (typeof killedServices)[number];

export const deathsOf: Record<KilledService, Deaths[]> = {
  'profile-loader': [
    { load: 'loader.request-unfinished', update: 'reprocess.reserve.sent' },
    { load: 'quota.reserve.sent', update: 'reprocess.reserve.answered' },
    { load: 'quota.reserve.answered', update: 'loader.update-unwritten' },
    { load: 'loader.request-unwritten', update: 'reprocess.start.handled' },
    { load: 'loads.start.handled', update: 'reprocess.settle.unsent', forgets: true },
    { load: 'loader.load-unclosed', update: 'reprocess.settle.sent', forgets: true },
    { load: 'access.settle.unsent', update: 'reprocess.settle.answered' },
    { load: 'access.settle.sent', update: 'reprocess.start.received', forgets: true },
  ],
  billing: [
    { load: 'billing.reserve-uncommitted', update: 'billing.update-reserve-uncommitted' },
    { load: 'quota.reserve.handled', update: 'reprocess.reserve.handled' },
    { load: 'billing.settle-uncommitted', update: 'billing.update-settle-uncommitted', forgets: true },
    { load: 'access.settle.handled', update: 'reprocess.settle.handled', forgets: true },
  ],
};

export const gatewayDeaths = [
  'gateway.key-claimed',
  'loads.start.sent',
  'loads.start.answered',
  'gateway.answer-unkept',
  'gateway.answer-unsent',
];
