import type { es } from './palette-words.es.ts';
import { en as shell } from './words.en.ts';

export const en: typeof es = {
  search: shell.search,
  searchOrGo: shell.searchOrGo,
  shortcuts: shell.shortcuts,
  goTo: 'Go to…',
  corporation: 'Corporation',
  screen: 'Screen',
  searching: 'Searching…',
  paletteHint: '↑ ↓ to choose, Enter to go, Esc to close',
  searchAll: (text) => `Search “${text}” in the portfolio`,
  searchCorporations: (text) => `Look for “${text}” in corporations`,
  useDark: 'Use dark colours',
  useLight: 'Use light colours',
  otherLanguage: 'Cambiar a español',
};
