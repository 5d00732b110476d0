import type { es } from './words.es.ts';

type Words = Pick<typeof es, 'operator' | 'user' | 'credential' | 'system' | 'unknown'>;

/** Who made an entry, as the ledger keeps it: `credential vk_…`, `user ana@…`, `operator luz@…`, or a word alone. */
export function authorOf(actor: string, words: Words): string {
  const [kind = '', ...name] = actor.split(' ');
  const kinds: Record<string, string> = { ...words, client: words.unknown };
  return [kinds[kind] ?? kind, ...name].join(' ');
}
