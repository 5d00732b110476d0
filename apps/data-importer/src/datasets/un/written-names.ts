interface WrittenName {
  text: string;
  order: 'family-first' | 'unknown';
  /** Capitals in brackets after a name: weak evidence. */
  acronym: boolean;
}

const familyComma = /^[^,]+, (?!(?:jr|sr|[IVX]+)\.?$)[^,]+$/i;
const otherScript = /[^\P{L}\p{Script=Latin}]/u;
const anyLatin = /\p{Script=Latin}/u;
const acronym = /^[A-Z][A-Z/.-]{1,9}$/;
const bracket = /\(((?:[^()]|\([^()]*\))*)\)/g;

/**
 * The names in one element of the list: several are separated by `;`, another spelling or an acronym is in brackets behind a name, and the family
 * name comes first if a comma follows it. Other text in brackets is a note, which is dropped, and so is everything after a second comma. A
 * bracket inside of a name belongs to the name.
 */
export function writtenNames(written: string): WrittenName[] {
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const behind: (WrittenName | null)[] = [];
  const outside = text.replaceAll(bracket, (whole, inside: string, at: number) => {
    if (!endsName(text.slice(at + whole.length))) return whole;
    behind.push(...inBrackets(inside, text.slice(0, at)));
    return ';';
  });
  return [...outside.split(/;| (?=[a-z]\) )/).flatMap(withAcronym), ...behind].filter((name) => name !== null);
}

function endsName(rest: string): boolean {
  return /^\s*(?:$|[;,(]|born )/i.test(rest);
}

/** `COMMERCIAL IMPEX (UCI) LTD` is also written without its acronym. */
function withAcronym(piece: string): (WrittenName | null)[] {
  const acronyms = [...piece.matchAll(bracket)].map(([, inside]) => inside!).filter((inside) => acronym.test(inside));
  if (acronyms.length === 0) return [nameOf(piece)];
  const dropped = new Set(acronyms);
  const without = piece.replaceAll(bracket, (whole, inside: string) => (dropped.has(inside) ? '' : whole));
  return [nameOf(piece), nameOf(without.replaceAll(/\s+/g, ' ')), ...acronyms.map(weakly)];
}

const weakly = (text: string): WrittenName => ({ text, order: 'unknown', acronym: true });

/** Behind a name in another script, Latin letters are its transliteration. */
function inBrackets(inside: string, before: string): (WrittenName | null)[] {
  const text = inside.replaceAll(/\(?original script:?\)?/gi, '').trim();
  if (acronym.test(text)) return [weakly(text)];
  // No more of it, because a hostile text may have a million brackets.
  const near = before.slice(-500);
  const name = near.slice(near.lastIndexOf(';') + 1);
  const isTransliteration = otherScript.test(name) && !anyLatin.test(name);
  if (!text.includes(';') && !otherScript.test(text) && !isTransliteration) return [];
  return text.split(';').map(nameOf);
}

/** Where a pattern begins with a run, a look behind keeps it from being tried at each place of the run: a hostile run may have a million. */
function nameOf(piece: string): WrittenName | null {
  const text = piece
    .trim()
    .replace(/^[a-z]\)\s+/, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/(?<![\s,])[\s,]+born .*$/i, '')
    .replace(/^[\s),.]+|(?<![\s,])[\s,]+$/g, '');
  if (!/\p{L}{2}/u.test(text)) return null;
  return { text, order: familyComma.test(text) ? 'family-first' : 'unknown', acronym: false };
}
