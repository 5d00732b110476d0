import { es as shell } from './words.es.ts';

export const es = {
  search: shell.search,
  searchOrGo: shell.searchOrGo,
  shortcuts: shell.shortcuts,
  goTo: 'Ir a…',
  corporation: 'Corporación',
  screen: 'Pantalla',
  searching: 'Buscando…',
  paletteHint: '↑ ↓ para elegir, Enter para ir, Esc para cerrar',
  searchAll: (text: string) => `Buscar «${text}» en el portafolio`,
  searchCorporations: (text: string) => `Buscar «${text}» en las corporaciones`,
  useDark: 'Usar colores oscuros',
  useLight: 'Usar colores claros',
  otherLanguage: 'Switch to English',
};
