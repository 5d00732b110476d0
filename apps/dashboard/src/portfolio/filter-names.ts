/** Beside its route, so that a link to the list can use them without loading it. */
export const filterNames = [
  'q',
  'alert',
  'compliance',
  'light',
  'rating',
  'standing',
  'mode',
  'estado',
  'condition',
  'expiresFrom',
  'expiresBefore',
  'changedSince',
  'moved',
] as const;
