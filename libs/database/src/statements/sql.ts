/**
 * Marks a text as SQL, so that editors colour it and the test of all statements finds it. What is put in is constant SQL itself;
 * values are parameters.
 */
export function sql(pieces: TemplateStringsArray, ...fragments: (string | number)[]): string {
  return String.raw({ raw: pieces }, ...fragments);
}
