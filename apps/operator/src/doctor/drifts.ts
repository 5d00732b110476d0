import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, wrong, type Check } from './finding.js';

const check = 'drifts';

/** The findings of last night's comparisons. */
export const checkDrifts: Check = async ({ database }) => {
  const [found] = await database.rows<{ ledgers: number; entries: number }>(
    sql`SELECT (SELECT count(*)::int FROM billing.ledger_check WHERE drifts > 0) AS ledgers,
       (SELECT coalesce(sum(drifts), 0)::int FROM profiles.portfolio_check WHERE drifts > 0) AS entries`,
  );
  const { ledgers, entries } = found!;
  if (ledgers > 0) {
    const found = counted(ledgers, 'ledger has drifted', 'ledgers have drifted');
    return [wrong(check, found, 'Run `billing verify`, and see docs/runbooks/VigiaLedgerDrifted.md.')];
  }
  return entries > 0
    ? [
        attention(
          check,
          `the nightly check corrected ${counted(entries, 'portfolio entry', 'portfolio entries')}`,
          'Run `portfolio verify`, and see docs/runbooks/VigiaPortfolioDrifted.md.',
        ),
      ]
    : [fine(check, 'none')];
};
