import type { OpenAPIObject } from '@nestjs/swagger';

const component = /^#\/components\/([^/]+)\/([^/]+)$/;

/** Some paths of a document, with only what they refer to, so that a page need not read the rest. */
export function partOfDocument(document: OpenAPIObject, isPart: (path: string) => boolean): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isPart(path)));
  const given = (document.components ?? {}) as Record<string, Record<string, unknown>>;
  const components: Record<string, Record<string, unknown>> = { securitySchemes: given.securitySchemes ?? {} };
  const tags = new Set<unknown>();
  const keep = (node: unknown): void => {
    if (typeof node === 'string') return keepComponent(node);
    if (typeof node !== 'object' || node === null) return;
    for (const inner of Object.values(node)) keep(inner);
  };
  const keepComponent = (reference: string): void => {
    const [, kind = '', name = ''] = component.exec(reference) ?? [];
    const found = given[kind]?.[name];
    if (found === undefined || components[kind]?.[name] !== undefined) return;
    (components[kind] ??= {})[name] = found;
    keep(found);
  };
  keep(paths);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as { tags?: string[] }[]))
    for (const tag of operation.tags ?? []) tags.add(tag);
  return {
    ...document,
    paths,
    components: components as OpenAPIObject['components'],
    tags: (document.tags ?? []).filter(({ name }) => tags.has(name)),
  };
}
