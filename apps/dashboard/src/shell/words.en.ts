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
  signingOut: 'Signing out…',
  otherPerson: 'Somebody else has signed in with this browser. What was on this page is no longer shown.',
  reload: 'Reload the page',
  stillSignedIn: 'You are still signed in',
  lost: 'This page does not exist',
  lostMore: 'The link is incomplete, or what was here no longer exists.',
  home: 'Home',
  simulated: (some, all) =>
    some === all
      ? 'Demonstration data: a simulator invents what every source answers. It describes no real person or company.'
      : `Demonstration data: a simulator invents what ${some} of ${all} sources ${some === 1 ? 'answers' : 'answer'}. Each profile says which.`,
  quota: 'Quota available',
  left: (available, granted) => `${count(available)} of ${granted === 1 ? '1 month' : `${count(granted)} months`}`,
  search: 'Search by document or name',
  searchOrGo: 'Find a corporation or go to a screen',
  shortcuts: 'Keyboard shortcuts',
  groups: { work: '', integrations: 'Integrations', account: 'Account', operator: 'Operation' },
  onlyOperators: 'This screen is only for operators of the platform.',
  roles: { admin: 'Administrator', analyst: 'Analyst', member: 'Reader', operator: 'Operator' },
  printed: (at) => `Vigía · printed on ${at}`,
};
