/*
 * Searches whose cost grows with the lengths of text and pattern, never with their product, because both may be written by somebody who wants
 * the search to take long (Knuth, Morris and Pratt). The built-in searches of strings promise no such thing.
 */

/** The text with each occurrence of the pattern, from the left and none inside another, replaced. */
export function replacedAll(text: string, pattern: string, replacement: string): string {
  if (pattern.length > text.length) return text;
  const extended = automatonOf(pattern);
  const pieces: string[] = [];
  let [matched, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    matched = extended(matched, text.charCodeAt(at));
    if (matched < pattern.length) continue;
    pieces.push(text.slice(from, at + 1 - pattern.length));
    [matched, from] = [0, at + 1];
  }
  return [...pieces, text.slice(from)].join(replacement);
}

/** How many characters at the end of the text are the longest beginning of the pattern there that is not the whole pattern. */
export function overlapAtEnd(text: string, pattern: string): number {
  const extended = automatonOf(pattern);
  let matched = 0;
  for (let at = Math.max(0, text.length - pattern.length + 1); at < text.length; at += 1) matched = extended(matched, text.charCodeAt(at));
  return matched;
}

/** Tells how long a beginning of the pattern ends in a text with one more unit, given how long one ended before it. */
function automatonOf(pattern: string): (matched: number, unit: number) => number {
  const borders = new Uint32Array(pattern.length);
  const extended = (matched: number, unit: number) => {
    let length = matched;
    while (length > 0 && pattern.charCodeAt(length) !== unit) length = borders[length - 1]!;
    return pattern.charCodeAt(length) === unit ? length + 1 : 0;
  };
  for (let at = 1; at < pattern.length; at += 1) borders[at] = extended(borders[at - 1]!, pattern.charCodeAt(at));
  return extended;
}
