import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

export const en: typeof es = {
  skip: 'Skip to the content',
  navigation: 'Navigation',
  openMenu: 'Open the menu',
  account: 'Your account',
  colours: 'Colours',
  light: 'Light',
  dark: 'Dark',
  auto: 'Auto',
  language: 'Language',
  reference: 'API reference',
  signOut: 'Sign out',
  stillSignedIn: 'You are still signed in',
  lost: 'This page does not exist',
  lostMore: 'The link is incomplete, or what was here is gone.',
  home: 'Home',
  simulated: (some, all) =>
    some === all
      ? 'Demonstration data: a simulator invents what every source answers. It describes nobody.'
      : `Demonstration data: a simulator invents what ${some} of ${all} sources ${some === 1 ? 'answers' : 'answer'}. Each profile says which.`,
  quota: 'Quota of the contract',
  used: (used, granted) => `${count(used)} of ${granted === 1 ? '1 month' : `${count(granted)} months`}`,
  search: 'Search by document or name',
  goTo: 'Go to…',
  searchOrGo: 'Find a corporation or go to a screen',
  corporation: 'Corporation',
  screen: 'Screen',
  searching: 'Searching…',
  nothingFound: 'Nothing has that name.',
  paletteHint: '↑ ↓ to choose, Enter to go, Esc to close',
  searchAll: (text) => `Search “${text}” in the portfolio`,
  searchCorporations: (text) => `Look for “${text}” in corporations`,
  useDark: 'Use dark colours',
  useLight: 'Use light colours',
  otherLanguage: 'Cambiar a español',
  shortcuts: 'Keyboard shortcuts',
  keys: [
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
  ],
  groups: { work: '', integrations: 'Integrations', account: 'Account', operator: 'Operation' },
  roles: { admin: 'Administrator', analyst: 'Analyst', member: 'Reader', operator: 'Operator' },
};
