import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const months = (n: number) => (n === 1 ? '1 month' : `${count(n)} months`);
const phases = { ahead: 'has not begun', in_force: 'in force', ended: 'ended' };

export const en: typeof es = {
  title: 'Usage',
  what: 'Your contract, where its months of monitoring went, how long they last, and what was charged for new documents.',
  noContract: 'Your corporation has no contracts',
  noContractWhat: 'Without a contract in force nothing can be loaded or monitored.',
  contract: 'Contract',
  contractName: (kind, from, to, phase) =>
    `${kind === 'monthly' ? 'Monthly' : 'One-time'}, ${from} to ${to}${phase ? ` (${phases[phase]})` : ''}`,
  kinds: { monthly: 'Monthly plan', one_time: 'One-time plan' },
  period: (from, to, phase) => `From ${from} to ${to}${phase ? `, ${phases[phase]}` : ''}`,
  price: (amount) => `${amount} for each document that is new on the platform`,
  excluded: (n) => (n === 1 ? '1 section outside the plan' : `${n} sections outside the plan`),
  used: (used, granted) => `${count(used)} of ${months(granted)} used or held`,
  available: 'Available',
  consumed: 'Used',
  held: 'Held',
  heldHint: 'for loads under way',
  granted: 'Granted',
  monthly: 'This plan does not count months: monitoring goes on as long as the contract does.',
  alerts: 'Alerts',
  alert(kind, facts, crossing) {
    const level = /^quota_(\d+)$/.exec(kind)?.[1];
    if (level)
      return `${level === '0' ? 'The quota was used up' : `${level}% of the quota was left, or less`}: ${facts.available} of ${months(Number(facts.granted))}`;
    if (kind.startsWith('lapse_in'))
      return `${facts.profiles === 1 ? '1 monitoring expires' : `${facts.profiles} monitorings expire`} on ${crossing}`;
    if (kind.startsWith('contract_ends')) return `The contract ends on ${crossing} with ${months(Number(facts.available))} unused`;
    return kind;
  },
  statement: 'Statement',
  forecast: 'Forecast',
  charges: 'Charges',
  download: 'Download CSV',
  from: 'From',
  to: 'To',
  date: 'Date',
  operation: 'Movement and cause',
  document: 'Document',
  monthsMoved: 'Months',
  balance: 'Available',
  who: 'Who',
  opening: (available) => `Opening balance: ${months(available)} available`,
  closing: (available) => `Closing balance: ${months(available)} available`,
  before: (available) => `Balance before these lines: ${months(available)} available`,
  after: (available) => `Balance after these lines: ${months(available)} available`,
  noLines: 'Nothing moved on these days.',
  nextLines: 'Next',
  noForecast: 'There is no contract with a quota in force.',
  surplus: (n) =>
    n >= 0 ? `The quota suffices: ${months(n)} would be left` : `The quota does not suffice: ${months(-n)} would be missing`,
  assumption: (needed, end) =>
    `If every profile that is monitored today is carried to the end of the contract, ${end}, it takes ${months(needed)} more. New documents are not counted.`,
  month: 'Month',
  monitored: 'Profiles with the month paid',
  lapsing: 'Expire in the month',
  total: (amount) => `Total of the period: ${amount}`,
  noCharges: 'Nothing was charged on these days.',
  amount: 'Amount',
};
