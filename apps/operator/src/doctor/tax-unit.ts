import { limaDay, uitByYear, type Day } from '@vigia/contracts';
import { attention, fine, type Check, type Finding } from './finding.js';

const check = 'tax unit';
/** By then the decree is expected, and a release that knows it has to be installed before the year begins. */
const daysBefore = 15;

export const checkTaxUnit: Check = async ({ now }) => [judgeTaxUnit(limaDay(new Date(now() + daysBefore * 86_400_000)))];

function judgeTaxUnit(day: Day): Finding {
  const year = Number(day.slice(0, 4));
  const [newest, soles] = uitByYear.at(-1)!;
  const told = `S/ ${soles} in ${newest}`;
  if (year <= newest) return fine(check, told);
  const advice = 'Install a release that knows it: docs/operator.md#once-a-year.';
  return attention(check, `${told}, with which the score of ${year} is computed too: its own is not known`, advice);
}
