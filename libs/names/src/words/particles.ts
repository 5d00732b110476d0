const spellings = {
  of: 'of the and de del la las los das dos da do di du des et und van von der den zu zur ten ter y e',
  article: 'al el ul ud ur',
  childOf: 'bin ibn ben bint binti ould wuld oglu',
};

const meanings = new Map(
  Object.entries(spellings).flatMap(([meaning, words]) => words.split(' ').map((particle) => [particle, meaning] as const)),
);

/** The meaning of a particle, whatever the language or spelling; undefined for other words. */
export function particleMeaning(text: string): string | undefined {
  return meanings.get(text);
}
