const characters = 37;
/** As many as there can be. */
export const pairCount = characters * characters;

/** The different pairs of letters that stand side by side in a word, its beginning and its end among them. */
export function letterPairs(text: string): number[] {
  const pairs: number[] = [];
  let before = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i === text.length ? 0 : indexOf(text.charCodeAt(i));
    const pair = before * characters + code;
    if (!pairs.includes(pair)) pairs.push(pair);
    before = code;
  }
  return pairs;
}

function indexOf(code: number): number {
  return code >= 97 ? code - 96 : code - 48 + 27;
}
