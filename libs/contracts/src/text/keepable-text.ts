/** With the flag `u` this matches a surrogate only if it is not part of a pair. */
const unkeepable = /[\0\p{Surrogate}]/u;

/** PostgreSQL stores any text except one with a NUL or half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !unkeepable.test(text);
}

/**
 * The place of a text in a JSON value, or of a field name, that PostgreSQL cannot store; undefined if there is none. Not recursive: input
 * may be nested deeper than the stack.
 */
export function unkeepablePlace(value: unknown): string | undefined {
  const left: [place: string, value: unknown][] = [['', value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [place, one] = next;
    if (typeof one === 'string' && !isKeepable(one)) return place || 'the body';
    if (typeof one !== 'object' || one === null) continue;
    const isList = Array.isArray(one);
    for (const [name, inner] of Object.entries(one)) {
      if (!isKeepable(name)) return place ? `the name of a field in ${place}` : 'the name of a field';
      left.push([isList ? `${place}[${name}]` : place ? `${place}.${name}` : name, inner]);
    }
  }
  return undefined;
}
