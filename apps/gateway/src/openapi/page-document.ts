import type { OpenAPIObject } from '@nestjs/swagger';
import { headersOfManyAnswers } from './answer-headers.js';
import { answersOf, operationsIn } from './operations-in.js';

const component = /^#\/components\/([^/]+)\/([^/]+)$/;

/** What a page of the reference reads: some paths with only what they refer to. Errors repeat none of the headers that many answers have. */
export function pageDocument(whole: OpenAPIObject, isOfPage: (path: string) => boolean): OpenAPIObject {
  const document = { ...whole, paths: Object.fromEntries(Object.entries(whole.paths).filter(([path]) => isOfPage(path))) };
  const operations = operationsIn(document).map(({ operation }) => operation);
  for (const [status, answer] of operations.flatMap(answersOf))
    if (status >= 400) for (const name of headersOfManyAnswers) delete answer.headers?.[name];
  const tags = new Set(operations.flatMap(({ tags: own = [] }) => own));
  return {
    ...document,
    components: componentsOf(document),
    tags: (document.tags ?? []).filter(({ name }) => tags.has(name)),
  };
}

/** What its paths refer to, directly or not. */
function componentsOf({ paths, components }: OpenAPIObject): OpenAPIObject['components'] {
  const given = (components ?? {}) as Record<string, Record<string, unknown>>;
  const kept: Record<string, Record<string, unknown>> = { securitySchemes: given.securitySchemes ?? {} };
  const keep = (node: unknown): void => {
    if (typeof node === 'string') return keepComponent(node);
    if (typeof node !== 'object' || node === null) return;
    for (const inner of Object.values(node)) keep(inner);
  };
  const keepComponent = (reference: string): void => {
    const [, kind = '', name = ''] = component.exec(reference) ?? [];
    const found = given[kind]?.[name];
    if (found === undefined || kept[kind]?.[name] !== undefined) return;
    (kept[kind] ??= {})[name] = found;
    keep(found);
  };
  keep(paths);
  return kept as OpenAPIObject['components'];
}
