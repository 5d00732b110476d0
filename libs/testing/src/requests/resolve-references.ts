/** A piece of an OpenAPI document with everything that it points at put in its place. */
export function resolved(document: object, piece: unknown): unknown {
  return JSON.parse(JSON.stringify(piece), (_, value: unknown) => {
    const pointer = (value as { $ref?: string } | null)?.$ref;
    return pointer === undefined ? value : resolved(document, at(document, pointer));
  });
}

function at(document: object, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], document);
}
