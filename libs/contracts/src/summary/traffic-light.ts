export type TrafficColour = 'red' | 'yellow' | 'gray' | 'green' | 'white';

/** The published table: one colour, or two in listed order. */
const table: Record<number, TrafficColour[]> = {
  1: ['red'],
  2: ['yellow'],
  3: ['gray'],
  4: ['green'],
  6: ['red', 'yellow'],
  7: ['red', 'green'],
  8: ['yellow', 'red'],
  9: ['yellow', 'green'],
  10: ['green', 'red'],
  11: ['green', 'yellow'],
  12: ['gray', 'red'],
  13: ['gray', 'yellow'],
  14: ['gray', 'green'],
  15: ['white'],
  16: ['red', 'gray'],
  17: ['yellow', 'gray'],
};

/** The words of a traffic light; a code that the table lacks is told as such. */
export interface TrafficLightWords {
  noValue: string;
  unknown: (code: number) => string;
  colours: Record<TrafficColour, string>;
}

/** The colours of a code; none if there is no value, undefined if the table lacks it. */
export function coloursOf(code: number | null): TrafficColour[] | undefined {
  return code === null || code === 0 ? [] : table[code];
}

/** The colours of a code in words, in listed order. No page explains what a pair means, so there is no arrow between them. */
export function colourNames(code: number | null, words: TrafficLightWords): string {
  const colours = coloursOf(code);
  if (!colours) return words.unknown(code!);
  return colours.length === 0 ? words.noValue : colours.map((colour) => words.colours[colour]).join(' – ');
}
