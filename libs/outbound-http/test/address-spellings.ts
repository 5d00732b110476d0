import fc from 'fast-check';

const octet = fc.integer({ min: 0, max: 255 });

export const privateIPv4 = fc.oneof(
  fc.tuple(fc.constant(127), octet, octet, octet),
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(0), octet, octet, octet),
);

const numeral = fc.constantFrom(
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0X000${n.toString(16).toUpperCase()}`,
  (n: number) => `0${n.toString(8)}`,
);
const dot = fc.constantFrom('.', '。', '．', '｡', '%2e');
const script = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text: string) => text.replace(/\d/g, (digit) => `%3${digit}`),
);

/** Any text that the URL parser reads as this IPv4 address, other than the address itself. */
export function spellingOf(octets: number[]) {
  const dotted = octets.join('.');
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(numeral, { minLength: 4, maxLength: 4 }), dot, script)
    .map(([partCount, numerals, separator, write]) => ({
      dotted,
      spelled: fewerParts(octets, partCount)
        .map((part, index) => write(numerals[index]?.(part) ?? ''))
        .join(separator),
    }))
    .filter(({ spelled }) => spelled !== dotted);
}

/** `127.0.0.1` is also `127.0.1`, `127.1` and `2130706433`: the last part takes all remaining octets. */
function fewerParts(octets: number[], partCount: number): number[] {
  const last = octets.slice(partCount - 1).reduce((number, part) => number * 256 + part, 0);
  return [...octets.slice(0, partCount - 1), last];
}
