import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, type Check } from './finding.js';

const check = 'contracts';
const mostNamed = 5;

interface Ending {
  name: string;
  endsOn: string;
}

/** With the end of a monthly contract its monitoring ends, and a contract that is created afterwards does not bring it back. */
export const checkContracts: Check = async ({ database }) => {
  const ending = await database.rows<Ending>(
    sql`SELECT name, ends_on FROM billing.contract JOIN identity.corporation ON corporation.id = corporation_id
     WHERE contract.kind = 'monthly' AND status = 'active' AND ends_on BETWEEN public.lima_today() AND public.lima_today() + 30
       AND NOT EXISTS (SELECT FROM billing.contract AS next
         WHERE next.corporation_id = contract.corporation_id AND next.kind = 'monthly' AND next.starts_on = contract.ends_on + 1)
     ORDER BY ends_on, name`,
  );
  if (ending.length === 0) return [fine(check, 'no monthly contract ends within 30 days without another that follows')];
  const named = ending.slice(0, mostNamed).map(({ name, endsOn }) => `${name} on ${endsOn}`);
  const others = ending.length > mostNamed ? [`and ${ending.length - mostNamed} more`] : [];
  return [
    attention(
      check,
      `${counted(ending.length, 'monthly contract ends', 'monthly contracts end')} within 30 days and no other follows: ${[...named, ...others].join(', ')}`,
      'Create the next contract, from the day after, before that day: one that is created later does not bring its monitoring back.',
    ),
  ];
};
