import anyAscii from 'any-ascii';

const unseen = /[\p{Cf}\p{Cc}]+/gu;
const tabsAndLineEnds = /[\t-\r\x85\u2028\u2029]+/g;
/** NFKC makes letters of these: of `ACME™` `ACMETM`, and of `1º` `1o`. */
const marks = /[™℠]|(?<=[0-9])[ºª]/gu;
/** NFKC makes a space of `´`, so that one goes before it. */
const apostrophes = /['’‘`´ʼʻʹʺ′"“”«»]/g;
/**
 * What stands for a letter that an encoding has lost: in Peru it is most often the Ñ of `MU?OZ`, `PE¿A` or `NU\uFFFD\uFFFDEZ`. A `#` is not
 * among them, because it more often divides two words.
 */
const lostLetter = /(?<=\p{L})[?¿\uFFFD]+(?=\p{L})/gu;
/** `Nº 7`, `N° 7`, `NRO. 7`, `No. 7` and `NÚMERO 7` are one number, however it is announced. */
const beforeNumber = /(?<![\p{L}\p{N}])n(?:[uú]m(?:ero)?|umber|ro|\.?o|\.?\s*°)[.:°]*\s*(?=[0-9])/giu;
const asciiOnly = /^[\x20-\x7e]*$/;

/** One spelling for texts that look the same: normalizes width, invisible marks, apostrophes, lost letters, and what announces a number. */
export function readable(name: string): string {
  const text = asciiOnly.test(name)
    ? name
    : name.replaceAll(tabsAndLineEnds, ' ').replaceAll(marks, ' ').replaceAll('´', '').normalize('NFKC').replaceAll(unseen, '');
  return text.replaceAll(beforeNumber, '').replaceAll(apostrophes, '').replaceAll(lostLetter, 'n');
}

const words = /[\p{L}\p{M}\p{N}]+/gu;
const asciiWords = /[A-Za-z0-9]+/g;

export function wordsIn(name: string): string[] {
  return name.match(asciiOnly.test(name) ? asciiWords : words) ?? [];
}

/** Lower-case letters and digits of the Latin alphabet, by the sound of the word in its own script. */
export function inLatin(word: string): string {
  return (asciiOnly.test(word) ? word : anyAscii(word)).toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
}

const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
const syllabic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const vowelless = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function isLatin(word: string): boolean {
  return asciiOnly.test(word) || latin.test(word);
}

/** Every character of it is a syllable or a word: a different character makes a different name. */
export function isSyllabic(word: string): boolean {
  return syllabic.test(word);
}

/** Whether its script leaves out most vowels. */
export function isVowelless(word: string): boolean {
  return vowelless.test(word);
}
