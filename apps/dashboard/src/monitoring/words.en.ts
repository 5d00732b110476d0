import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const months = (n: number) => (n === 1 ? '1 month' : `${count(n)} months`);
const profiles = (n: number) => (n === 1 ? '1 profile' : `${n} profiles`);

export const en: typeof es = {
  cost: 'What it will cost',
  months(used, before, after) {
    if (used === 0) return `It uses no months of the quota: ${before === 1 ? '1 is' : `${count(before)} are`} left.`;
    const moved = used > 0 ? `It uses ${months(used)} of the quota` : `The quota grows by ${months(-used)}`;
    return `${moved}: ${count(before)} today, ${count(Math.max(after, 0))} afterwards.`;
  },
  returned: (deducted, returned) =>
    `The present monitoring ends and a new one begins: ${months(deducted)} ${deducted === 1 ? 'is' : 'are'} deducted, and ${returned === 1 ? '1 month that has not begun comes back' : `${months(returned)} that have not begun come back`}.`,
  tooDear: (deducted, available) => `It takes ${months(deducted)}, and the quota has ${available}. Choose fewer months or fewer documents.`,
  monthly: 'Your plan is monthly: monitoring uses no quota and goes on as long as the contract does.',
  until: (day) => `It expires on ${day}.`,
  between: (first, last) => `They expire between ${first} and ${last}.`,
  wholeMonth: (days, contractEnd) =>
    `The current month counts whole (${days === 1 ? '1 day is' : `${days} days are`} left of it).${contractEnd ? ` No monitoring goes beyond the end of the contract, ${contractEnd}.` : ''}`,
  charges: (documents, amount) =>
    `Up to ${amount} for ${documents === 1 ? '1 document' : `${documents} documents`} that may be new on the platform.`,
  kept: (n) => `${n === 1 ? '1 document is' : `${n} documents are`} in your portfolio already: nothing changes, nothing is charged.`,
  untouched: (n) => `${n === 1 ? '1 profile is' : `${n} profiles are`} not active and will not be updated.`,
  expired: (n) => `The monitoring of ${profiles(n)} has expired: ${n === 1 ? 'it' : 'they'} will not be updated.`,
  refused: (n, why) => `${profiles(n)} will not be updated. ${why}`,
  goesOn: 'You can go on without knowing it: this uses no months of the quota.',
  monthsLabel: 'Months of monitoring',
  monthsRule: 'Calendar months, the current one included.',
  monthsOption: months,
  asManyAsFit: 'As many as the contract and the quota allow',
  keepsItsEnd: 'Each profile keeps the day on which it expires',
  activate: 'Activate monitoring',
  activateTitle: (n) => (n === 1 ? 'Activate monitoring' : `Activate the monitoring of ${profiles(n)}`),
  activateWhat: 'The data that is there is used and kept up to date from today. All are activated or none.',
  activated: (n) => (n === 1 ? 'The profile is monitored.' : `${profiles(n)} are monitored.`),
  force: 'Force update',
  forceTitle: (n) => (n === 1 ? 'Force the update' : `Force the update of ${profiles(n)}`),
  forceWhat: 'Every source is asked again. Where one does not answer its last data stays, and the profile says so.',
  firstOnly: (most, all) => `The first ${most} of ${all} are taken.`,
};
