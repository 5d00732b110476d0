import { describe, expect, it } from '@jest/globals';
import { hitWords } from '../src/portfolio/hit-words.ts';
import { en } from '../src/portfolio/words.en.ts';
import { es } from '../src/portfolio/words.es.ts';

const [low, medium, high] = [1, 2, 3];

describe('the hits of a screening in the portfolio', () => {
  it('are not called hits on the lowest level, where each is only similar or was dismissed', () => {
    expect([hitWords(low, 1, es), hitWords(low, 3, es)]).toEqual(['1 parecida o descartada', '3 parecidas o descartadas']);
  });

  it('are one hit at least above it, but several of them may be fewer hits', () => {
    expect([medium, high].map((level) => hitWords(level, 1, es))).toEqual(['1 coincidencia', '1 coincidencia']);
    expect(hitWords(high, 5, es)).toBe('hasta 5 coincidencias');
    expect(hitWords(medium, 2, en)).toBe('up to 2 hits');
  });

  it('are not mentioned if there are none, or if that is not known', () => {
    expect([hitWords(low, 0, es), hitWords(high, null, es)]).toEqual([null, null]);
  });
});
