import { lastDayBefore } from '@vigia/contracts';
import { day } from '#language/day.ts';
import type { Language } from '#language/languages.ts';
import { solesOfCents } from '#language/money.ts';
import type { Preview } from './preview.ts';
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
  const ends = [...new Set(documents.flatMap(({ expiresAt }) => (expiresAt ? [lastDayBefore(expiresAt)] : [])))].sort();
  const isCounted = kind === 'one_time';
  const { daysLeftOfThisMonth, documentChargesAtMost: charges } = preview;
  const facts = [
    isCounted && isAnyDone && words.months(deducted - returned, availableBefore, availableAfter),
    isCounted && returned > 0 && words.returned(deducted, returned),
    // A query has an end under every plan.
    kind === 'monthly' && done.some(({ expiresAt }) => expiresAt === null) && words.monthly,
    ends.length === 1 && words.until(day(ends[0]!)),
    ends.length > 1 && words.between(day(ends[0]!), day(ends.at(-1)!)),
    isCounted && deducted > 0 && words.wholeMonth(daysLeftOfThisMonth, contractEndsOn === undefined ? null : day(contractEndsOn)),
    charges.cents > 0 && words.charges(charges.documents, solesOfCents(charges.cents)),
    ...keptIn(documents, asked, words),
    ...untouchedIn(documents, words, language),
  ];
  return { ...(isCounted && availableAfter < 0 && { no: tooDear() }), facts: facts.filter((fact) => fact !== false) };
}
