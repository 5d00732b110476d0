import type { es } from './words.es.ts';

export const en: typeof es = {
  copy: (what) => `Copy ${what}`,
  copied: 'Copied',
  correlation: 'Code for support',
  retry: 'Try again',
  retrying: 'We keep trying.',
  retryingIn: (seconds) => `We try again in ${seconds} s.`,
  waitSeconds: (seconds) => `Wait ${seconds} s.`,
  loading: 'Loading…',
  failed: 'This could not be shown',
  noPermission: 'You are not allowed to do this',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  cancel: 'Cancel',
  close: 'Close',
  clearFilters: 'Clear filters',
  secretOnce: 'It is shown this once. Keep it in a safe place now: it cannot be seen again.',
  secretKept: 'I have kept it',
  select: (what) => `Select ${what}`,
  selectAll: 'Select the whole page',
};
