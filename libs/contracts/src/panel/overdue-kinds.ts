/** The loader's view counts no more rows of a kind. */
export const mostOverdueCounted = 10_000;

/** For each kind, its owner publishes a view of what is overdue. */
export const overdueKinds = [
  'task',
  'task_deadline',
  'refresh',
  'portfolio_check',
  'loader_event',
  'hold',
  'access_end',
  'ledger_check',
  'billing_event',
  'event_start',
  'event_deadline',
  'delivery',
] as const;
