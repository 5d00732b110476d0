import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const months = (n: number) => (n === 1 ? '1 month' : `${count(n)} months`);
const profiles = (n: number) => (n === 1 ? '1 profile' : `${count(n)} profiles`);

export const en: typeof es = {
  cost: 'What it will cost',
  months(used, before, after) {
    if (used === 0) return `It uses no months of the quota: ${before === 1 ? '1 is' : `${count(before)} are`} left.`;
    const moved = used > 0 ? `It uses ${months(used)} of the quota` : `The quota grows by ${months(-used)}`;
    return `${moved}: ${count(before)} today, ${count(after)} afterwards.`;
  },
  returned: (deducted, returned) =>
    `The current monitoring ends and a new one begins: ${months(deducted)} ${deducted === 1 ? 'is' : 'are'} deducted, and ${returned === 1 ? '1 month that has not begun is returned' : `${months(returned)} that have not begun are returned`}.`,
  tooDear: (deducted, available) =>
    `This needs ${months(deducted)}, and the quota has ${count(available)}. Choose fewer months or fewer documents.`,
  tooDearInParts: (fitting) =>
    fitting > 0
      ? `A long list is loaded in parts, and the first would take all months. Choose how many: the quota is enough for ${months(fitting)} per document.`
      : 'The quota is not enough for the whole list. Choose fewer documents.',
  monthly: 'Your plan is monthly: monitoring uses no quota and continues as long as the contract.',
  monthlyBut: (n, first, last) =>
    `Your plan is monthly: monitoring uses no quota and continues as long as the contract; ${n === 1 ? '1 profile expires' : `${count(n)} profiles expire`} ${first === last ? `on ${first}` : `between ${first} and ${last}`}.`,
  until: (day) => `It expires on ${day}.`,
  between: (first, last) => `They expire between ${first} and ${last}.`,
  wholeMonth: (days, contractEnd) =>
    `The current month counts as a whole month (${days === 1 ? '1 day is' : `${days} days are`} left).${contractEnd ? ` No monitoring goes beyond the end of the contract, ${contractEnd}.` : ''}`,
  charges: (documents, amount) =>
    `Up to ${amount} for ${documents === 1 ? '1 document' : `${count(documents)} documents`} that may be new on the platform.`,
  kept: (n) =>
    `${n === 1 ? '1 document is' : `${count(n)} documents are`} already in your portfolio: nothing changes and nothing is charged.`,
  keptQuery: (n) =>
    n === 1
      ? '1 document is already in your portfolio as a query: nothing changes and nothing is charged, and it will not be monitored. You can activate monitoring after the load.'
      : `${count(n)} documents are already in your portfolio as queries: nothing changes and nothing is charged, and they will not be monitored. You can activate monitoring after the load.`,
  keptLoading: (n) =>
    `Another request is already loading ${n === 1 ? '1 document' : `${count(n)} documents`}: nothing changes and nothing is charged.`,
  keptLoadingQuery: (n) =>
    n === 1
      ? 'Another request is already loading 1 document as a query: nothing is charged, and it will not be monitored.'
      : `Another request is already loading ${count(n)} documents as queries: nothing is charged, and they will not be monitored.`,
  monitored: (n) => `${profiles(n)} ${n === 1 ? 'is' : 'are'} monitored already: nothing changes and nothing is charged.`,
  untouched: (n) => `${n === 1 ? '1 profile is' : `${count(n)} profiles are`} not active and will not be updated.`,
  expired: (n) => `The monitoring of ${profiles(n)} has expired: ${n === 1 ? 'it' : 'they'} will not be updated.`,
  refused: (n, why) => `${profiles(n)} will not be updated. ${why}`,
  goesOn: 'You can continue without knowing it: this uses no months of the quota.',
  monthsLabel: 'Months of monitoring',
  monthsRule: 'Calendar months, including the current one.',
  monthsOption: months,
  asManyAsFit: 'As many as the contract and the quota allow',
  keepsItsEnd: 'Keep the expiry date of each profile',
  activate: 'Activate monitoring',
  activateTitle: (n) => (n === 1 ? 'Activate monitoring' : `Activate the monitoring of ${profiles(n)}`),
  activateWhat: 'Vigía uses the data that it already has and keeps it up to date from today. Either all are activated or none.',
  leftOut: (n) =>
    n === 1
      ? '1 profile is left out: it is being loaded, could not be loaded, or its query has ended.'
      : `${count(n)} profiles are left out: they are being loaded, could not be loaded, or their query has ended.`,
  activated: (n) => (n === 1 ? 'The profile is monitored.' : `${profiles(n)} are monitored.`),
  force: 'Force update',
  forceTitle: (n) => (n === 1 ? 'Force the update' : `Force the update of ${profiles(n)}`),
  forceWhat: 'Vigía asks every source again. If one does not answer, its latest data stays and the profile says so.',
  running: (n) =>
    n === 1
      ? '1 profile is left out: it is already being updated. You can request another update when that ends.'
      : `${count(n)} profiles are left out: they are already being updated. You can request another update when that ends.`,
  forced: (n) => `${profiles(n)} ${n === 1 ? 'is' : 'are'} being updated`,
  seeLoad: 'See the load',
  firstOnly: (most, all) => `Only the first ${most} of ${count(all)} are included.`,
};
