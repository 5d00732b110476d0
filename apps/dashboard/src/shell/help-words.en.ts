import type { es } from './help-words.es.ts';

export const en: typeof es = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Go to a profile, a screen or an act (⌘ K on a Mac)'],
      ['/', 'Search'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'In the portfolio',
    keys: [
      ['j', 'Next profile'],
      ['k', 'Profile before'],
      ['x', 'Select the profile'],
      ['Enter', 'Open the profile'],
    ],
  },
];
