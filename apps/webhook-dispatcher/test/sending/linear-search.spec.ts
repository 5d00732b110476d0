import { describe, expect, it } from '@jest/globals';
import { overlapAtEnd, replacedAll } from '../../src/sending/linear-search.js';

/** Every text of up to six characters of two letters. */
function allTexts(): string[] {
  const texts = [''];
  for (const text of texts) if (text.length < 6) texts.push(`${text}a`, `${text}b`);
  return texts;
}

const pairs = allTexts().flatMap((text) => allTexts().map((pattern) => ({ text, pattern })));

describe('the occurrences of a pattern', () => {
  it('are replaced as the language replaces them', () => {
    const differing = pairs.filter(
      ({ text, pattern }) => pattern !== '' && replacedAll(text, pattern, '-a-') !== text.replaceAll(pattern, '-a-'),
    );
    expect(differing).toEqual([]);
    expect(replacedAll('clave, clave y clav', 'clave', '*')).toBe('*, * y clav');
  });

  it('are found in a text that fits almost everywhere', () => {
    // As many comparisons as characters squared would be 10¹².
    const beginning = 'a'.repeat(1_000_000);
    expect(replacedAll(`${beginning}${beginning}b${beginning}c`, `${beginning}b${beginning}`, '*')).toBe(`${beginning}*c`);
    expect(replacedAll(beginning.repeat(3), `${beginning}b`, '*')).toHaveLength(3_000_000);
  });
});

describe('the overlap at the end of a text', () => {
  it('is the longest beginning of the pattern there that is not the whole pattern', () => {
    const byTryingEach = ({ text, pattern }: { text: string; pattern: string }) => {
      let length = Math.min(text.length, Math.max(0, pattern.length - 1));
      while (!text.endsWith(pattern.slice(0, length))) length -= 1;
      return length;
    };
    expect(pairs).toHaveLength(127 * 127);
    expect(pairs.filter((pair) => overlapAtEnd(pair.text, pair.pattern) !== byTryingEach(pair))).toEqual([]);
    expect(overlapAtEnd('su clave es clav', 'clave')).toBe(4);
  });

  it('is found in a text whose every end fits until the last character', () => {
    // Trying each beginning would take 8 × 10¹² comparisons.
    const length = 4_000_000;
    expect(overlapAtEnd(`${'a'.repeat(length - 1)}b`, 'a'.repeat(length))).toBe(0);
    expect(overlapAtEnd(`b${'a'.repeat(length - 2)}`, 'a'.repeat(length))).toBe(length - 2);
  });
});
