import type { es } from './view-words.es.ts';

export const en: typeof es = {
  savesFilters: 'The filters and the order that the list has now are saved.',
  savesAll: 'The list has no filters: the whole portfolio is saved.',
  viewName: 'Name of the view',
  shareView: 'Share it with all users of the corporation',
  renameView: (name) => `Name of “${name}”`,
  removeView: (name) => `Remove “${name}”`,
  removeForAll: 'Remove for everybody',
  removeForAllMore: 'No user of the corporation will have this view any more.',
  save: 'Save',
  cancel: 'Cancel',
};
