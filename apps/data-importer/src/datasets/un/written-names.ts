interface WrittenName {
  text: string;
  order: 'family-first' | 'unknown';
  /** Capitals in brackets behind a name: they tell little. */
  acronym: boolean;
}

const familyComma = /^[^,]+, (?!(?:jr|sr|[IVX]+)\.?$)[^,]+$/i;
const otherScript = /[^\P{L}\p{Script=Latin}]/u;

/**
 * Names as the list writes them into one element: several divided by `;`, another spelling or an acronym in brackets, the family name first
 * where a comma follows it. What is in brackets and neither is a note: it goes, and so does what comes after a second comma.
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
