const sounds: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/(?<=[bcdgkpstz])h|h$/g, ''],
  [/[aeiouyw]/g, ''],
  [/[pb]/g, 'b'],
  [/[ckqgj]/g, 'k'],
  [/v/g, 'f'],
  [/[zx]/g, 's'],
  [/d/g, 't'],
  [/(.)\1+/g, '$1'],
];

/** The consonants of a word by their sound: what is left of it where vowels are not written. */
export function skeletonOf(word: string): string {
  return sounds.reduce((text, [from, to]) => text.replaceAll(from, to), word);
}
