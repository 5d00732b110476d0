import type { ScreeningBasis } from '@vigia/contracts';
import { mayNameExposed } from '#language/list-meanings.ts';
import type { Basis } from '#profile/basis/basis.tsx';
import { answerOf } from '#profile/basis/inventions.ts';
import type { basis } from '#profile/basis/words.es.ts';

/** `un un 2026-02-27 66b392a4`: the list and its version. A provider of screenings gives its own version in another form. */
const ofList = /^(\S+) \S/;

/**
 * The lists that the latest screening searched. The kept basis names those of the first screening with the same hits; another list may have
 * taken the place of one of them since then.
 */
export function searchedLists(basis: Basis, { lists }: Pick<ScreeningBasis, 'lists'>): string[] {
  const pieces = answerOf(basis, 'listas_compliance')?.version?.split(', ') ?? [];
  const latest = pieces.map((piece) => ofList.exec(piece)?.[1]);
  const isKnown = latest.length > 0 && latest.every((list) => list !== undefined);
  return isKnown ? latest : lists.map(({ list }) => list);
}

type Words = Pick<typeof basis, 'noneExposed' | 'exposedUnknown'>;

/** That nobody was looked up among politically exposed persons, if so: "nothing was found" would say that the subject is none. */
export function exposedWords(
  lists: readonly string[],
  { hits }: { hits: Pick<ScreeningBasis['hits'][number], 'topic'>[] },
  words: Words,
): string | null {
  if (hits.some(({ topic }) => topic === 'pep')) return null;
  const mayBe = mayNameExposed(lists);
  return mayBe ? null : mayBe === null ? words.exposedUnknown : words.noneExposed(lists.length);
}
