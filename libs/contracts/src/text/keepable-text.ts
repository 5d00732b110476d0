/** With the flag `u` a surrogate is found only where it is not one of a pair. */
const unkeepable = /[\0\p{Surrogate}]/u;

/** PostgreSQL holds any text but one with a NUL or with half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !unkeepable.test(text);
}

/**
 * Where in a value of JSON a text is that cannot be kept, names of fields included; undefined where there is none. Without recursion:
 * what others send may be nested deeper than the stack.
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
