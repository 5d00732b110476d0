export interface RequestOutcome {
  finished: boolean;
  items: { taxId: string; state: 'loading' | 'loaded' | 'skipped' | 'failed'; reason: string | null }[];
}
