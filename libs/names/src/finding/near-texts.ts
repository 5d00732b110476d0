import { GrowingInts } from './growing-ints.js';
import { KeyIndex, keyOf } from './key-index.js';

/** A shorter text has to be the same. */
const longEnoughForMistakes = 5;
/** The half of a shorter text is in too many others. */
const longEnoughForHalves = 9;
const fewestConsonants = 4;

/**
 * Finds texts that are the same but for one mistake, or for small ones: vowels, doubled letters, and letters that sound alike. Some of the
 * found texts differ in more.
 */
export class NearTexts {
  private readonly index = new KeyIndex();
  private readonly found = new GrowingInts();

  add(text: string, number: number): void {
    const { length } = text;
    const spelled = length < longEnoughForHalves ? withoutOneLetter(text) : halvesOf(text, length);
    for (const key of [...spelled, ...soundOf(consonantsOf(text), length)]) this.index.add(keyOf(key), number);
  }

  /** Valid until the next call. */
  near(text: string): GrowingInts {
    this.found.length = 0;
    if (text.length <= longEnoughForHalves) this.collect(withoutOneLetter(text));
    const consonants = consonantsOf(text);
    for (let length = text.length - 1; length <= text.length + 1; length++) {
      if (length >= longEnoughForHalves) this.collect(halvesOf(text, length));
      this.collect(soundOf(consonants, length));
    }
    return this.found;
  }

  private collect(keys: string[]): void {
    for (const key of keys) this.index.collect(keyOf(key), this.found);
  }
}

/** The text, and what is left of it without any one of its letters. Two texts that differ in one mistake have one of these in common. */
export function withoutOneLetter(text: string): string[] {
  if (text.length < longEnoughForMistakes) return [text];
  return [text, ...Array.from(text, (_letter, at) => text.slice(0, at) + text.slice(at + 1))];
}

/** The halves that a text of this length has, too, if it is the same but for one mistake in the other half. */
function halvesOf(text: string, length: number): string[] {
  const half = Math.floor((length - 1) / 2);
  return [`${length}>${text.slice(0, half)}`, `${length}<${text.slice(-half)}`];
}

function soundOf(consonants: string, length: number): string[] {
  return consonants.length < fewestConsonants ? [] : [`${length} ${consonants}`];
}

const soundsLike = new Map([
  ...'cgjkqsxz bp dt fvw'.split(' ').flatMap((letters) => Array.from(letters, (letter) => [letter, letters[0]!] as const)),
  ...Array.from('aeiouy', (vowel) => [vowel, ''] as const),
]);

/** Letters that are easily confused count as the same one, and a doubled letter as one. */
function consonantsOf(text: string): string {
  let consonants = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter !== text[at - 1]) consonants += soundsLike.get(letter) ?? letter;
  }
  return consonants;
}
