export interface RequestOutcome {
  finished: boolean;
  /** Profiles that were loaded but are not monitored: the quota was gone by then. */
  activationFailed: number;
  /** How many months the contract has room for, when more were asked for. */
  fittingMonths: number | null;
  items: { taxId: string; state: 'loading' | 'loaded' | 'skipped' | 'failed'; reason: string | null }[];
}
