import type { ErrorCode } from '@vigia/contracts';
import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import type { Language } from '#language/languages.ts';
import type { Item, Kind } from './use-loads.ts';
import type { es } from './words.es.ts';

type Words = typeof es;

/** The reason for a document's state, in words; empty if there is nothing to explain. */
export function reasonOf({ taxId, state, reason, refusal, estado, access }: Item, words: Words, language: Language): string {
  if (state === 'skipped') {
    if (reason === 'not_active') return words.skippedNotActive;
    if (access === 'pending') return words.skippedLoading;
    return access === 'expired' ? words.skippedEnded : words.skippedPresent;
  }
  if (reason) return refusalWords(new Refusal(409, '', reason as ErrorCode, { taxId, ...refusal }), language);
  if (state === 'loaded' && access === 'expired') return words.accessEnded;
  return state === 'loaded' && estado === 'partial' ? words.partialWhat : '';
}

/** The state of a document in words, without the progress of one that is under way. */
export function stateOf({ state, estado }: Item, kind: Kind, words: Words): string {
  if (state === 'failed') return words.itemFailed[kind];
  return state === 'loaded' && estado === 'partial' ? words.itemStates.partial : words.itemStates[state];
}

/** The results as rows of texts, with a header. */
export function resultRows({ kind, items }: { kind: Kind; items: Item[] }, words: Words, language: Language): string[][] {
  return [
    [words.document, words.state, words.detail],
    ...items.map((item) => [
      [item.docType, item.taxId].filter(Boolean).join(' '),
      stateOf(item, kind, words),
      reasonOf(item, words, language),
    ]),
  ];
}

export const tabbed = (rows: string[][]) => rows.map((cells) => cells.join('\t')).join('\n');
