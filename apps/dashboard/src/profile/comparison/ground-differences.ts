import { matchItems, type ScoreReason, type ScreeningHit, type Section } from '@vigia/contracts';
import type { Language } from '#language/languages.ts';
import { meaningOfHit } from '#language/list-meanings.ts';
import { percent } from '#language/money.ts';
import { datasetName } from '#language/published.ts';
import { withSourceNames } from '#language/sources.ts';
import type { Basis } from '#profile/basis/basis.tsx';
import { moduleName } from '#profile/basis/reason-words.ts';
import { fieldName } from '#profile/changes/readable.ts';
import type { es as profile } from '#profile/words.es.ts';
import type { Difference } from './differences.ts';
import type { es } from './words.es.ts';

type Words = Pick<typeof profile, 'basis' | 'cards'> & Pick<typeof es, 'hit' | 'reason'>;

/** The hits and reasons that only one of two days has, or has otherwise. The summary has only their outcome, a level, which may be the same. */
export function groundDifferences(
  [before, after]: readonly [Basis, Basis],
  words: Words,
  language: Language,
): Partial<Record<Section, Difference[]>> {
  const of = ({ sections }: Basis, section: Section) => sections.find((one) => one.section === section);
  const screenings = [of(before, 'alerta_compliance')?.screening, of(after, 'alerta_compliance')?.screening] as const;
  const scores = [of(before, 'alerta_servicio')?.score, of(after, 'alerta_servicio')?.score] as const;
  const [hitsBefore, hitsAfter] = screenings.map((screening) => screening?.hits);
  const [reasonsBefore, reasonsAfter] = scores.map((score) => score?.reasons);
  const hit = { label: words.hit, nameOf: (one: ScreeningHit) => hitName(one, language) };
  const reason = { label: words.reason, nameOf: (one: ScoreReason) => reasonName(one, words) };
  return {
    alerta_compliance: unlike(hitsBefore, hitsAfter, { ...hit, textOf: (one) => hitText(one, words, language) }),
    alerta_servicio: unlike(reasonsBefore, reasonsAfter, { ...reason, textOf: (one) => reasonText(one, words) }),
  };
}

interface Said<Item> {
  label: string;
  nameOf: (item: Item) => string;
  textOf: (item: Item) => string;
}

/** None if one of the days has no grounds: they were not kept, or the code of the section gives the reason. */
function unlike<Item>(before: Item[] | undefined, after: Item[] | undefined, { label, nameOf, textOf }: Said<Item>): Difference[] {
  if (!before || !after) return [];
  // Brackets enclose the name of an item in a path.
  const named = (item: Item) => nameOf(item).replaceAll(/[[\]]/g, '');
  return matchItems(before, after, { nameOf: named, textOf }).flatMap(({ name, from, to }) => {
    const [was, is] = [from && textOf(from), to && textOf(to)];
    return was === is ? [] : [{ path: `${label}[${name}]`, from: was, to: is }];
  });
}

function hitName({ list, entityId, askedName }: ScreeningHit, language: Language): string {
  return `${datasetName(list, language)} ${entityId}, ${askedName}`;
}

function hitText(hit: ScreeningHit, { basis: words }: Words, language: Language): string {
  const { listedName, document, similarity, evidence, verdict } = hit;
  return [
    meaningOfHit(hit, language),
    listedName,
    document && words.byDocument,
    words.similarity(percent(similarity * 100)),
    evidence && words.evidence(percent(evidence.strength * 100)),
    verdict && `${words.verdicts[verdict.verdict]}: ${verdict.reason}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function reasonName(reason: ScoreReason, words: Words): string {
  return `${moduleName(reason, words)}, ${fieldName(reason.component)}`;
}

function reasonText({ text, points, atLeast }: ScoreReason, { cards: { alert } }: Words): string {
  return [withSourceNames(text), points > 0 && alert.plus(points), atLeast && alert.classes[atLeast]].filter(Boolean).join(' · ');
}
