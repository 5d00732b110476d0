import { createHash } from 'node:crypto';
import type { ListedEntity } from '../domain/listed-entity.js';

/**
 * Identifies the content of an entry. It changes when the list says something else about the person or company, and stays the same in a new
 * version that does not.
 */
export function fingerprintOf({ kind, names, documents, births, countries, programmes, until }: ListedEntity): string {
  const said = [
    kind,
    names.map(({ text, isWeak }) => [text, isWeak]),
    documents.map(({ tipo, numero }) => [tipo, numero]),
    births.map(({ day, from, to }) => [day, from, to]),
    countries,
    programmes,
    until,
  ];
  const inAnyOrder = said.map((part) => (Array.isArray(part) ? part.map((one) => JSON.stringify(one)).toSorted() : part));
  return createHash('sha256').update(JSON.stringify(inAnyOrder)).digest('base64url').slice(0, 22);
}
