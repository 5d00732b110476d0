import { instant } from '#language/instant.ts';
import type { Item, Kind, Whole } from './use-loads.ts';
import type { es } from './words.es.ts';

type Words = typeof es;

/** How the documents of a load were asked for. */
export type Asked = Pick<Whole['load'], 'kind' | 'mode'>;

/** A load with monitoring leaves a query as it is, also one that another request is loading. */
export function isOnlyQuery({ state, access, mode }: Item, asked: Asked): boolean {
  return asked.mode === 'monitoring' && state === 'skipped' && mode === 'query' && (access === 'active' || access === 'pending');
}

/** The load did not activate its monitoring, and nobody has activated it since. */
export const isUnmonitored = ({ state, access, isUnpaid }: Item): boolean => isUnpaid && state === 'loaded' && access === 'expired';

/** The reason for a document's state, in words; empty if there is nothing to explain. */
export function reasonOf(item: Item, asked: Asked, words: Words): string {
  const { state, reason, estado, access, expiresAt } = item;
  if (reason === 'already_in_portfolio') {
    if (access === 'pending') return isOnlyQuery(item, asked) ? words.skippedLoadingQuery : words.skippedLoading;
    if (isOnlyQuery(item, asked)) return words.skippedQuery(expiresAt && instant(expiresAt));
    return access === 'expired' ? words.skippedEnded : words.skippedPresent;
  }
  if (reason !== null) return refusalOf(item, words) ?? words.failures[reason] ?? reason;
  if (isUnmonitored(item)) return words.notActivated;
  if (state === 'loaded' && access === 'expired') return words.accessEnded;
  return state === 'loaded' && estado === 'partial' ? words.partialWhat : '';
}

function refusalOf({ refusal }: Item, { refused }: Words): string | null {
  if (!refusal) return null;
  const told = refused[refusal.reason] as ((figures: typeof refusal) => string) | undefined;
  return told?.(refusal) ?? null;
}

/** The state of a document in words, without the progress of one that is under way. */
export function stateOf({ state, estado }: Item, kind: Kind, words: Words): string {
  if (state === 'failed') return words.itemFailed[kind];
  return state === 'loaded' && estado === 'partial' ? words.itemStates.partial : words.itemStates[state];
}

/** The results as rows of texts, with a header. */
export function resultRows({ load, items }: { load: Asked; items: Item[] }, words: Words): string[][] {
  return [
    [words.document, words.state, words.detail],
    ...items.map((item) => [
      [item.docType, item.taxId].filter(Boolean).join(' '),
      stateOf(item, load.kind, words),
      reasonOf(item, load, words),
    ]),
  ];
}

export const tabbed = (rows: string[][]) => rows.map((cells) => cells.join('\t')).join('\n');
