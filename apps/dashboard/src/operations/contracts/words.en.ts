import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const activate = 'activate its profiles again with vigia monitoring activate, or ask the client to do so in the portfolio.';

export const en: typeof es = {
  contracts: 'Contracts',
  none: 'There is no contract yet: this corporation cannot load anything',
  make: 'New contract',
  kind: 'Plan',
  kinds: { monthly: 'Monthly', one_time: 'One-time' },
  kindHint: {
    monthly: 'Monitoring lasts as long as the contract; months are not counted.',
    one_time: 'Monitoring is paid in advance with the months of its quota.',
  },
  phases: { ahead: 'Not started', in_force: 'In force', ended: 'Ended' },
  phase: 'Status',
  days: 'Period',
  fromTo: (from, to) => `${from} – ${to}`,
  startsOn: 'First day',
  endsOn: 'Last day',
  daysHint: 'Both days are included, in Lima time. Contracts of one corporation cannot overlap.',
  notBroughtBack: (end, start) =>
    `The monthly contract before this one has its last day on ${end}. Monitoring ends with that day, and this contract does not bring it back: from ${start} on, ${activate}`,
  endedBefore: (end, start) =>
    `The monthly contract before this one ended on ${end}, and its monitoring with it. This contract does not bring it back: ${start === null ? 'once it is created' : `from ${start} on`}, ${activate}`,
  endsBetween: (end, start) =>
    `The next monthly contract begins on ${start} and not on the day after. Monitoring ends with ${end}, and that contract does not bring it back: from ${start} on, ${activate}`,
  months: 'Months of the quota',
  monthsOf: (available, granted) => `${count(available)} of ${count(granted)} available`,
  unusedOf: (unused, granted) => `${count(unused)} of ${count(granted)} unused at the end`,
  held: (held) => `${count(held)} held`,
  uncounted: 'Not counted',
  price: 'Price per new document',
  priceShort: 'Document price',
  priceHint: 'In soles, for each document that nobody has loaded on the platform before.',
  without: 'Sections that the plan excludes',
  withoutShort: 'Excluded',
  withoutNone: 'All included',
  endsBefore: 'The last day cannot be before the first one.',
  notWhole: 'Enter a whole number of up to six digits, without commas or dots.',
  zero: 'Enter a number greater than zero.',
  notAmount: 'Enter an amount such as 1.50 or 1200, without commas.',
  create: 'Create contract',
  adjust: 'Adjust months',
  amend: 'Change end',
  statement: 'Statement',
  actions: 'Actions',
  of: (action, days) => `${action} of the contract ${days}`,
  give: 'Add',
  take: 'Remove',
  onlyTake: 'The contract has ended: months can no longer be added, only removed.',
  amount: 'How many months',
  after: (available) => `${count(available)} will be available.`,
  afterEnd: (left) => `${count(left)} will be left unused.`,
  tooMany: (available) => `Only ${count(available)} ${available === 1 ? 'is' : 'are'} available.`,
  revoke: 'Also remove months held for loads in progress',
  revokeHint: 'Those loads finish, but their profiles are not monitored.',
  reason: 'Reason',
  reasonHint: 'The client reads it in the statement.',
  amendMeaning: {
    monthly:
      'Monitoring ends with the contract, unless another monthly one begins on the next day. The change charges and returns nothing.',
    one_time:
      'With an earlier end, whole months beyond it return to the quota and monitoring ends with the contract. With a later end, nothing more is charged.',
  },
  amendReasonHint: {
    monthly: 'The client reads it beside the contract. It is also kept in the activity record.',
    one_time:
      'The client reads it beside the contract and, if months return to the quota, in the statement. It is also kept in the activity record.',
  },
  save: 'Save',
  statementTitle: 'Statement',
  at: 'Date',
  line: 'Entry',
  cause: 'Who and why',
  moved: 'Months',
  balance: 'Available',
  consumed: 'Used',
  document: 'Document',
  profiles: (n) => (n === 1 ? '1 profile' : `${count(n)} profiles`),
  more: 'Show more entries',
  noLines: 'No entries: a monthly plan has no quota',
};
