import { endOfLimaDay, type Day } from './lima-day.js';

export const queryAccessMs = 48 * 3_600_000;

interface Contract {
  kind: 'monthly' | 'one_time';
  endsOn: Day;
}

/** When an access that starts now ends by itself; null when it does not. */
export function accessEndsAt(mode: 'monitoring' | 'query', contract: Contract, now: Date): Date | null {
  if (mode === 'query') return new Date(now.getTime() + queryAccessMs);
  return contract.kind === 'monthly' ? null : endOfLimaDay(contract.endsOn);
}
