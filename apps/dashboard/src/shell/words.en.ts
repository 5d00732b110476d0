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
  lost: 'This page does not exist',
  lostMore: 'The link is incomplete, or what was here is gone.',
  home: 'Home',
  groups: { work: '', integrations: 'Integrations', account: 'Account', operator: 'Operation' },
  roles: { admin: 'Administrator', analyst: 'Analyst', member: 'Reader', operator: 'Operator' },
};
