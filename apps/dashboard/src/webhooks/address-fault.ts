import { Refusal } from '#gateway/refusal.ts';
import type { es } from './words.es.ts';

type Words = (typeof es)['form'];

/** The reason why an address was refused, for its field; undefined if the refusal is about something else. */
export function addressFault(error: Error, { urlFaults, urlWrong }: Words): { field: 'url' | 'tokenUrl'; text: string } | undefined {
  if (!(error instanceof Refusal) || error.code !== 'bad_request') return undefined;
  const { field: path, rule = '' } = error.params as { field?: string; rule?: string };
  const field = path?.split('.').at(-1);
  if (field !== 'url' && field !== 'tokenUrl') return undefined;
  return { field, text: (urlFaults as Partial<Record<string, string>>)[rule] ?? urlWrong };
}
