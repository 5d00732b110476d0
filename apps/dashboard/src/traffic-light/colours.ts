export type Colour = 'red' | 'yellow' | 'gray' | 'green' | 'white';

/** The published table: one colour, or two in listed order. */
const table: Record<number, Colour[]> = {
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

export const inks: Record<Colour, string> = { red: '#d23b33', yellow: '#e0a81f', gray: '#8b959f', green: '#2f8f55', white: '#ffffff' };

/** The colours of a code; none if there is no value, undefined if the table lacks it. */
export function coloursOf(code: number | null): Colour[] | undefined {
  return code === null || code === 0 ? [] : table[code];
}
