import type { Item, Kind } from './use-loads.ts';
import type { es } from './words.es.ts';

type Words = typeof es;

/** The reason for a document's state, in words; empty if there is nothing to explain. */
export function reasonOf(item: Item, words: Words): string {
  const { state, reason, estado, access } = item;
  if (reason === 'already_in_portfolio') {
    if (access === 'pending') return words.skippedLoading;
    return access === 'expired' ? words.skippedEnded : words.skippedPresent;
  }
  if (reason !== null) return refusalOf(item, words) ?? words.failures[reason] ?? reason;
  if (state === 'loaded' && access === 'expired') return words.accessEnded;
  return state === 'loaded' && estado === 'partial' ? words.partialWhat : '';
}

function refusalOf({ refusal }: Item, { refused }: Words): string | null {
  return refusal && (refused[refusal.reason] as (figures: typeof refusal) => string)(refusal);
}

/** The state of a document in words, without the progress of one that is under way. */
export function stateOf({ state, estado }: Item, kind: Kind, words: Words): string {
  if (state === 'failed') return words.itemFailed[kind];
  return state === 'loaded' && estado === 'partial' ? words.itemStates.partial : words.itemStates[state];
}

/** The results as rows of texts, with a header. */
export function resultRows({ kind, items }: { kind: Kind; items: Item[] }, words: Words): string[][] {
  return [
    [words.document, words.state, words.detail],
    ...items.map((item) => [[item.docType, item.taxId].filter(Boolean).join(' '), stateOf(item, kind, words), reasonOf(item, words)]),
  ];
}

export const tabbed = (rows: string[][]) => rows.map((cells) => cells.join('\t')).join('\n');
