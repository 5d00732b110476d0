import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const ledgersOf = (n: number) => (n === 1 ? '1 ledger' : `${count(n)} ledgers`);

export const en: typeof es = {
  title: 'Lists and verification',
  description: 'Which lists profiles are screened against, and whether the month ledgers balance.',
  lists: 'Compliance lists',
  list: 'List',
  version: 'Version',
  topic: 'Topic',
  imported: 'Imported',
  entities: 'People and companies',
  noLists: 'No list has been imported: nobody can be screened',
  ledgers: 'Month ledgers',
  ledgersMeaning:
    'Recalculates every ledger from its first entry and compares the result with its balance. Vigía also does this every night. It changes nothing.',
  verify: 'Verify now',
  agree: (ledgers) => `${ledgersOf(ledgers)} checked: ${ledgers === 1 ? 'it balances' : 'all balance'}`,
  none: 'There are no ledgers to check: no contract has a quota',
  drifts: (drifts, ledgers) => `${drifts === 1 ? '1 difference' : `${count(drifts)} differences`} in ${ledgersOf(ledgers)}`,
  contract: 'Contract',
  what: 'What differs',
  whats: { ledger: 'Ledger', access: 'Access' },
  detail: 'Detail',
  portfolios: 'Portfolios',
  portfoliosMeaning:
    'Compares each row of every portfolio with the access and the profile that it comes from, and corrects any row that differs. Vigía also does this every night.',
  comparePortfolios: 'Compare now',
  portfoliosAgree: (number, text) =>
    number === 1 ? '1 portfolio compared: no row differed' : `${text} portfolios compared: no row differed`,
  portfoliosHealed: (number, text) => (number === 1 ? '1 row differed and was corrected' : `${text} rows differed and were corrected`),
  driftsOf: {
    differed: (number, text) => (number === 1 ? '1 row differed' : `${text} rows differed`),
    without_access: (number, text) => (number === 1 ? '1 row without access' : `${text} rows without access`),
  },
};
