import { lastDayBefore } from '@vigia/contracts';
import { day } from '#language/day.ts';
import type { Language } from '#language/languages.ts';
import { solesOfCents } from '#language/money.ts';
import type { Preview, Previewed } from './preview.ts';
import { type Keeping, keptIn, untouchedIn, whyNot } from './untouched.ts';
import type { es } from './words.es.ts';

interface Asked extends Keeping {
  takesAllInParts: boolean;
  contractEndsOn: string | undefined;
}

interface CostFacts {
  /** Why the act cannot begin. */
  no?: string;
  facts: string[];
}

/** What an act would do and cost, in sentences. */
export function costFacts(preview: Preview, asked: Asked, words: typeof es, language: Language): CostFacts {
  const { takesAllInParts, contractEndsOn } = asked;
  const { kind, refusal, documents, returned, deducted, availableBefore, availableAfter } = preview;
  if (refusal) return { no: whyNot(refusal, language), facts: [] };
  const isAnyDone = documents.some(({ action }) => action !== 'none');
  const done = documents.filter(({ action }) => action !== 'none' && action !== 'keep');
  const tooDear = () =>
    takesAllInParts ? words.tooDearInParts(Math.floor(availableBefore / done.length)) : words.tooDear(deducted, availableBefore);
  const isCounted = kind === 'one_time';
  const isTooDear = isCounted && availableAfter < 0;
  const { daysLeftOfThisMonth, documentChargesAtMost: charges } = preview;
  const monitoring = () => [
    isCounted && isAnyDone && words.months(deducted - returned, availableBefore, availableAfter),
    isCounted && returned > 0 && words.returned(deducted, returned),
    ...endsIn(kind, done, words),
    isCounted && deducted > 0 && words.wholeMonth(daysLeftOfThisMonth, contractEndsOn === undefined ? null : day(contractEndsOn)),
  ];
  const facts = [
    ...(isTooDear ? [] : monitoring()),
    charges.cents > 0 && words.charges(charges.documents, solesOfCents(charges.cents)),
    ...keptIn(documents, asked, words),
    ...untouchedIn(documents, words, language),
  ];
  return { ...(isTooDear && { no: tooDear() }), facts: facts.filter((fact) => fact !== false) };
}

/** A query has an end under every plan, also beside monitoring that goes on. */
function endsIn(kind: Preview['kind'], documents: Previewed[], words: typeof es): string[] {
  const ends = documents.flatMap(({ expiresAt }) => (expiresAt ? [lastDayBefore(expiresAt)] : [])).sort();
  const [first, last] = [ends[0], ends.at(-1)];
  const goesOn = kind === 'monthly' && ends.length < documents.length;
  if (first === undefined || last === undefined) return goesOn ? [words.monthly] : [];
  if (goesOn) return [words.monthlyBut(ends.length, day(first), day(last))];
  return [first === last ? words.until(day(first)) : words.between(day(first), day(last))];
}
