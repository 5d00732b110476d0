import type { ReprocessRefusal } from '@vigia/contracts';

export interface RequestOutcome {
  finished: boolean;
  /** Profiles that were loaded but are not monitored: the quota was gone by then. */
  activationFailed: number;
  items: RequestItem[];
}

export interface RequestItem {
  taxId: string;
  state: 'loading' | 'loaded' | 'skipped' | 'failed';
  reason: string | null;
  /** Where months could not be had: the same reason, and the numbers behind it. */
  refusal: ReprocessRefusal | null;
}

/** Of a list without one document that could exist. */
export const nothingAsked: RequestOutcome = { finished: true, activationFailed: 0, items: [] };
