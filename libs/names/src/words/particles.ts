const spellings = {
  of: 'of the and de del la las los das dos da do di du des et und van von der den zu zur ten ter y e',
  article: 'al el ul ud ur',
  childOf: 'bin ibn ben bint binti ould wuld oglu',
};

const meanings = new Map(
  Object.entries(spellings).flatMap(([meaning, words]) => words.split(' ').map((particle) => [particle, meaning] as const)),
);

/** What a small word means, whatever the language and the clerk; undefined for a word of its own. */
export function particleMeaning(text: string): string | undefined {
  return meanings.get(text);
}
