interface WrittenName {
  text: string;
  order: 'family-first' | 'unknown';
  /** Capitals in brackets after a name: weak evidence. */
  acronym: boolean;
}

const familyComma = /^[^,]+, (?!(?:jr|sr|[IVX]+)\.?$)[^,]+$/i;
const otherScript = /[^\P{L}\p{Script=Latin}]/u;

/**
 * The names in one element of the list: several are separated by `;`, another spelling or an acronym is in brackets, and the family name
 * comes first if a comma follows it. Other text in brackets is a note, which is dropped, and so is everything after a second comma.
 */
export function writtenNames(written: string): WrittenName[] {
  const outside = written.replaceAll(/\s+/g, ' ').replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, ';');
  const brackets = [...written.matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, inside]) => inside!);
  return [...outside.split(/;| (?=[a-z]\) )/).map(nameOf), ...brackets.flatMap(inBrackets)].filter((name) => name !== null);
}

function inBrackets(inside: string): (WrittenName | null)[] {
  const text = inside.replaceAll(/\(?original script:?\)?/gi, '').trim();
  if (/^[A-Z][A-Z/.-]{1,9}$/.test(text)) return [{ text, order: 'unknown', acronym: true }];
  if (!text.includes(';') && !otherScript.test(text)) return [];
  return text.split(';').map(nameOf);
}

function nameOf(piece: string): WrittenName | null {
  const text = piece
    .trim()
    .replace(/^[a-z]\)\s+/, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/[\s,]+born .*$/i, '')
    .replace(/^[\s),.]+|[\s,]+$/g, '');
  if (!/\p{L}{2}/u.test(text)) return null;
  return { text, order: familyComma.test(text) ? 'family-first' : 'unknown', acronym: false };
}
