import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const ledgersOf = (n: number) => (n === 1 ? '1 ledger' : `${count(n)} ledgers`);

export const en: typeof es = {
  title: 'Lists and verification',
  description: 'Which lists profiles are screened against, and whether the ledgers of months agree.',
  lists: 'Compliance lists',
  list: 'List',
  version: 'Version',
  topic: 'Topic',
  topics: { sancion: 'Sanctions', pep: 'Exposed persons', inhabilitacion: 'Debarments' },
  imported: 'Imported',
  entities: 'People and companies',
  noLists: 'There is no list: nobody can be screened',
  ledgers: 'Ledgers of months',
  ledgersMeaning:
    'Works out every ledger anew from its first entry and compares it with its account. This happens every night as well. It changes nothing.',
  verify: 'Verify now',
  agree: (ledgers) => `${ledgersOf(ledgers)} ${ledgers === 1 ? 'was looked at: it agrees' : 'were looked at: all of them agree'}`,
  none: 'There are no ledgers to look at: no contract has a quota',
  drifts: (drifts, ledgers) => `${drifts === 1 ? '1 difference' : `${count(drifts)} differences`} in ${ledgersOf(ledgers)}`,
  contract: 'Contract',
  what: 'What differs',
  whats: { ledger: 'Ledger', access: 'Access' },
  detail: 'Detail',
  portfolios: 'Portfolios',
  portfoliosMeaning:
    'Compares each row of every portfolio with the access and the profile that it comes from, and corrects the one that differs. It runs every night too.',
  comparePortfolios: 'Compare now',
  portfoliosAgree: (number, text) =>
    number === 1 ? '1 portfolio compared: no row differed' : `${text} portfolios compared: no row differed`,
  portfoliosHealed: (number, text) => (number === 1 ? '1 row differed and was corrected' : `${text} rows differed and were corrected`),
  driftsOf: {
    differed: (number, text) => (number === 1 ? '1 row differed' : `${text} rows differed`),
    without_access: (number, text) => (number === 1 ? '1 row without access' : `${text} rows without access`),
  },
};
