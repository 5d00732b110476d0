/** Short for "also", "formerly" or "now known as", and for "doing business as"; or the words themselves. */
const marker = new RegExp(
  [
    String.raw`[([]?\s*(?:currently\s+)?(?<!\p{L}[./])\b(?:[afn][./]\s?k|d[./]\s?b)[./]?\s?a\b\.?:?\s*`,
    String.raw`[([]\s*(?:[afn]\s?k|d\s?b)\s?a\b:?\s*`,
    String.raw`[([]?\s*\b(?:also known as|formerly(?: known as)?|currently (?:known|registered) as|also doing business under|name change from)\b:?\s*`,
  ].join('|'),
  'iu',
);
/** Without points, strokes or a bracket it may as well be a word of the name. */
const bareMarker = /(?<=\S)\s+(?:[afn]ka|dba)\s+(?=\S)/i;
const registerNumber = String.raw`reg(?:istration|\.)?\s*(?:nos?\b|number\b|#)`;
/** Everything from here on is about a number in a register, and about that register. */
const registered = new RegExp(String.raw`[([]?\s*\b(?:tax )?(?:${registerNumber}|reg(?:istration|\.)\s*mercantil\b)`, 'i');
/** A number stands near its register: with any distance, each register would be followed to the end of a hostile text. */
const registeredRuc = new RegExp(String.raw`\b(?:RUC|${registerNumber})[^\d()]{0,200}((?:\d ?){11})(?![ \d]*\d)`, 'gi');
/** The list writes the name of a firm in capitals, and other texts in small letters too. */
const restOfName = /^\p{Lu}{2}[^\p{Ll}\d]*$/u;

/** `*12` or `* 43 and 45`. A hostile text may have a million spaces: only the first one of a run begins a footnote. */
export function withoutFootnotes(written: string): string {
  return written
    .replaceAll(/(?:(?<!\s)\s+)?\*+\s*\d*(?: and \d+)?\.?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]+/, '')
    .trim();
}

/**
 * The names of a firm, its own first. Both texts contain further names (`(A.K.A. …)`, `(F/K/A …)`, `(formerly …)`, `(中文)`), and the second
 * one begins with the rest of a name that was too long for the first.
 */
export function namesOf(name: string, more: string): string[] {
  const told = more.split(registered)[0]!;
  const isCut = restOfName.test(told.split(marker)[0]!.trim());
  const [own, ...others] = isCut ? [...namesIn(`${name} ${told}`), ...namesIn(name)] : namesIn(name);
  return own === undefined ? [] : [own, ...others, ...aliasesIn(told), ...inOtherScript(`${name} ${told}`)];
}

/** Eleven digits after `RUC`, `Reg. No` or `Registration No`, perhaps with spaces between them. */
export function registeredRucs(more: string): string[] {
  return [...more.matchAll(registeredRuc)].map(([, digits]) => digits!.replaceAll(' ', ''));
}

function namesIn(written: string): string[] {
  const [own = ''] = written.split(marker);
  return [...trimmed(apartAndWhole(own, bareMarker)), ...aliasesIn(written)];
}

function aliasesIn(written: string): string[] {
  const aliases = written.split(marker).slice(1).map(toClosingBracket);
  return trimmed(
    aliases
      .flatMap((alias) => alias.split(';'))
      .flatMap((alias) => apartAndWhole(alias, / (?:and|or) (?=[A-Z])/))
      .flatMap((alias) => apartAndWhole(alias, bareMarker)),
  );
}

/** Chinese or Cyrillic letters in a bracket of their own. */
function inOtherScript(written: string): string[] {
  return [...written.matchAll(/\(([^()]*)\)/g)]
    .map(([, text]) => text!.trim())
    .filter((text) => /\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text));
}

/** Where it is doubtful whether these are several names, the whole is kept as well: nobody finds what is not kept. */
function apartAndWhole(written: string, between: RegExp): string[] {
  const names = written.split(between);
  return names.length > 1 ? [...names, written] : names;
}

/** An alias in a bracket ends with it. What follows is another remark. */
function toClosingBracket(alias: string): string {
  let open = 0;
  for (const { index, 0: bracket } of alias.matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1;
    if (open < 0) return alias.slice(0, index);
  }
  return alias;
}

function trimmed(names: string[]): string[] {
  return names
    .map((name) =>
      name
        .replaceAll(/^[\s"“”'(,;]+|(?<![\s"“”',;])[\s"“”',;]+$/g, '')
        .replace(/[([]$/, '')
        .trim(),
    )
    .filter((name) => /\p{L}{2}/u.test(name));
}
