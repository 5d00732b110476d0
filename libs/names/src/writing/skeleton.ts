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

/** The consonants of a word by sound: what remains in a script without vowels. */
export function skeletonOf(word: string): string {
  return sounds.reduce((text, [from, to]) => text.replaceAll(from, to), word);
}
