import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const months = (n: number) => (n === 1 ? '1 month' : `${count(n)} months`);
const phases = { ahead: 'not started', in_force: 'in force', ended: 'ended' };

export const en: typeof es = {
  title: 'Usage',
  what: 'Your contract, how its months of monitoring were used, how long they will last, and what was charged for new documents.',
  noContract: 'Your corporation has no contracts',
  noContractWhat: 'Without a contract in force nothing can be loaded or monitored. Contact your account manager.',
  contract: 'Contract',
  contractName: (kind, from, to, phase) => `${kind === 'monthly' ? 'Monthly' : 'One-time'}, ${from} to ${to} (${phases[phase]})`,
  kinds: { monthly: 'Monthly plan', one_time: 'One-time plan' },
  period: (from, to, phase) => `From ${from} to ${to}, ${phases[phase]}`,
  endChanged: (on, from, to, reason) => `On ${on} the end was moved from ${from} to ${to}. Reason: ${reason}`,
  price: (amount) => `${amount} for each document that is new on the platform`,
  excluded: (sections) => `Outside the plan: ${sections.join(', ')}`,
  used: (used, granted) => `${count(used)} of ${months(granted)} used or held`,
  available: 'Available',
  unused: 'Unused at the end',
  consumed: 'Used',
  held: 'Held',
  heldHint: 'for loads in progress',
  granted: 'Granted',
  monthly: 'This plan does not count months: monitoring continues as long as the contract.',
  alerts: 'Alerts',
  moreAlerts: (n) => `and ${count(n)} more`,
  alert(kind, facts, { day = '', isPast = false } = {}) {
    const level = /^quota_(\d+)$/.exec(kind)?.[1];
    if (level)
      return `${level === '0' ? 'The quota was used up' : `${level}% of the quota or less was left`}: ${count(Number(facts.available))} of ${months(Number(facts.granted))}`;
    if (kind.startsWith('lapse_in'))
      return `The monitoring of ${facts.profiles === 1 ? '1 profile' : `${count(Number(facts.profiles))} profiles`} ${isPast ? 'expired' : 'expires'} on ${day}`;
    if (kind.startsWith('contract_ends') && facts.available === undefined)
      return isPast
        ? `The monthly contract ended on ${day}, and its monitoring with it`
        : `The monthly contract ends on ${day}: unless another monthly one begins on the next day, its monitoring ends that day`;
    if (kind.startsWith('contract_ends'))
      return `The contract ${isPast ? 'ended' : 'ends'} on ${day} with ${months(Number(facts.available))} unused`;
    return kind;
  },
  statement: 'Statement',
  forecast: 'Forecast',
  charges: 'Charges',
  download: 'Download CSV',
  from: 'From',
  to: 'To',
  reversed: 'It cannot be before “From”.',
  date: 'Date',
  operation: 'Entry and cause',
  document: 'Document',
  monthsMoved: 'Months',
  balance: 'Available',
  who: 'Who',
  opening: (available) => `Opening balance: ${months(available)} available`,
  closing: (available) => `Closing balance: ${months(available)} available`,
  before: (available) => `Balance before these lines: ${months(available)} available`,
  after: (available) => `Balance after these lines: ${months(available)} available`,
  noLines: 'No entries on these days.',
  nextLines: 'Next',
  noForecast: 'There is no contract with a quota in force.',
  surplus: (n) =>
    n >= 0 ? `The quota is sufficient: ${months(n)} would be left` : `The quota is not sufficient: ${months(-n)} would be missing`,
  assumption: (needed, end) =>
    `If every profile that is monitored today stays monitored until the contract ends, on ${end}, ${months(needed)} more ${needed === 1 ? 'is' : 'are'} needed. New documents are not counted.`,
  month: 'Month',
  monitored: 'Profiles with the month paid',
  lapsing: 'Expiring in the month',
  total: (amount) => `Total for the period: ${amount}`,
  noCharges: 'No charges on these days.',
  amount: 'Amount',
};
