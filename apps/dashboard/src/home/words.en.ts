import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const alerts = ['Not processed', 'No alert', 'Low alert', 'Medium alert', 'High alert', 'Critical alert'];

export const en: typeof es = {
  title: (name) => `Hello, ${name}`,
  distributions: {
    alert: {
      title: 'Portfolio risk',
      more: 'Active profiles by service alert',
      classes: alerts,
      higher: (n) => (n === 1 ? '1 more profile on high or critical alert' : `${count(n)} more profiles on high or critical alert`),
      lower: (n) => (n === 1 ? '1 fewer profile on high or critical alert' : `${count(n)} fewer profiles on high or critical alert`),
      same: 'No change in high or critical alert',
    },
    compliance: {
      title: 'Compliance alert',
      more: 'Active profiles by their hits on lists',
      classes: ['Not screened', 'Low', 'Medium', 'High'],
      higher: (n) => (n === 1 ? '1 more profile at High' : `${count(n)} more profiles at High`),
      lower: (n) => (n === 1 ? '1 fewer profile at High' : `${count(n)} fewer profiles at High`),
      same: 'No change at High',
    },
  },
  highest: (n) => `${count(n)} at High`,
  all: (total) => `${count(total)} active`,
  alerts,
  profiles: (n) => (n === 1 ? '1 profile' : `${count(n)} profiles`),
  moved: 'Alert level changes',
  movedMore: 'The last four weeks',
  noMoves: 'No profile changed its alert level.',
  week: (day) => `Week of ${day}`,
  moreMoves: (n) => `and ${count(n)} more`,
  worse: 'worse',
  better: 'better',
  since: (day) => `Compared with ${day}`,
  expiring: 'Monitoring that expires within 30 days',
  noneExpires: 'No monitoring expires in the next 30 days.',
  withContract: (day) => `Monitoring ends with the contract, on ${day}.`,
  seeThem: 'See which',
  exposure: 'Total exposure',
  exposureMore: (n) => (n === 1 ? 'Excludes 1 profile whose debt is not known' : `Excludes ${count(n)} profiles whose debt is not known`),
  exposureWhole: 'All active profiles',
  quota: 'Contract',
  monthly: 'Monthly plan',
  until: (day) => `in force until ${day}`,
  available: (available, granted) => `${count(available)} of ${granted === 1 ? '1 month' : `${count(granted)} months`} available`,
  held: (held) => `${count(held)} held for loads in progress`,
  notices: (n) => (n === 1 ? '1 alert about the contract' : `${count(n)} alerts about the contract`),
  noContract: 'Your corporation has no contract in force today.',
  webhooks: 'Webhooks',
  noWarnings: 'No webhook is failing.',
  failing: (n) => (n === 1 ? '1 webhook is failing' : `${n} webhooks are failing`),
  partial: 'Partial loads',
  partialMore: (n) =>
    n === 1
      ? '1 profile with at least one source that did not answer'
      : `${count(n)} profiles with at least one source that did not answer`,
  nonePartial: 'No source failed in the last load.',
  noneActive: 'There are no active profiles.',
  stillLoading: (n) =>
    n === 1
      ? '1 profile is loading: it is not known yet whether all its sources answer.'
      : `${count(n)} profiles are loading: it is not known yet whether all their sources answer.`,
  lastFailed: (n) => `The last load of ${n === 1 ? '1 profile' : `${count(n)} profiles`} failed.`,
  welcome: 'Getting started',
  welcomeMore: 'There are no profiles in your portfolio yet. These three steps get it going.',
  steps: [
    { title: 'Create a credential', more: 'Your programs get a token with it. The secret is shown only once.' },
    {
      title: 'Load a first document',
      more: 'A RUC, DNI or CE. The profile is in the portfolio within seconds. The line makes a query for 48 hours about the RUC that you put in: it uses no months, and a document that is new on the platform is charged as your contract says.',
    },
    { title: 'Configure a webhook', more: 'Receive the signed summary in your system whenever you request it.' },
  ],
  stepLinks: ['Go to API credentials', 'Go to Load', 'Go to Webhooks'],
  askAdmin: 'An administrator of your corporation does this.',
  askAnalyst: 'An analyst or an administrator of your corporation does this.',
  tokenStep: 'Get a token with the credential',
  loadStep: 'Load a document with the token',
  webhookStep: 'Ask for a summary to be sent',
};
