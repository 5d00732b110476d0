import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alignNames } from '../../src/screening/domain/align-names.js';
import { nameTokens } from '../../src/screening/domain/name-tokens.js';

const score = (query: string, list: string) => alignNames(nameTokens(query).tokens, nameTokens(list).tokens).score;
const match = 0.85;

describe('two names', () => {
  it.each([
    ['in another order', 'QUISPE MAMANI JUAN CARLOS', 'Juan Carlos QUISPE MAMANI'],
    ['with another legal form', 'METALES NEVADO MAYOR S.A.C.', 'Metales Nevado Mayor Sociedad Anónima'],
    ['with other accents', 'NÚÑEZ PEÑA MARÍA', 'NUNEZ PENA MARIA'],
    ['with a typing error', 'ARRUNATEGUI BUSTINZA CLOTILDE', 'ARRUNATEGI BUSTINZA CLOTILDE'],
    ['written in one word', 'NAVIERA SANMARTIN', 'NAVIERA SAN MARTIN'],
    ['of which the list knows more', 'VELARDE URIARTE OFELIA', 'VELARDE URIARTE OFELIA REMIGIO'],
  ])('%s match', (_how, query, list) => {
    expect(score(query, list)).toBeGreaterThanOrEqual(match);
  });

  it.each([
    ['that share one family name', 'QUISPE ROJAS ANA', 'QUISPE TICONA PEDRO'],
    ['that share both family names only', 'QUISPE MAMANI ANA LUCIA', 'QUISPE MAMANI PEDRO'],
    ['that share a common word', 'CORP', 'CORP MADERAS OCAÑAR'],
    ['that share nothing but common words', 'INVERSIONES GENERALES DEL PERU', 'INVERSIONES Y SERVICIOS DEL PERU'],
    ['of which one has another trade', 'AGROEXPORTADORA QORI WASI E.I.R.L.', 'CONSORCIO QORI WASI E.I.R.L.'],
    ['with other numbers', 'MINERA LOMA 2020', 'MINERA LOMA 2021'],
    ['of which only initials fit', 'J C Q', 'JUAN CARLOS QUISPE'],
    ['of which one is empty', '', 'JUAN CARLOS QUISPE'],
  ])('%s do not match', (_how, query, list) => {
    expect(score(query, list)).toBeLessThan(match);
  });

  it('are explained word by word', () => {
    expect(alignNames(['nunez', 'sanmartin'], ['san', 'martin', 'nunes'])).toMatchObject({
      pairs: [
        { consultado: 'sanmartin', listado: 'san martin', puntaje: 1 },
        { consultado: 'nunez', listado: 'nunes', puntaje: 0.8 },
      ],
    });
  });

  const words = fc.array(
    fc.constantFrom('quispe', 'mamani', 'juan', 'carlos', 'san', 'martin', 'sanmartin', 'corp', 'quispi', '2020', 'j'),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  it('are the same name when every word is the same, in any order', () => {
    fc.assert(fc.property(words, (name) => expect(alignNames(name, name.toReversed()).score).toBe(1)));
  });

  it('score from 0 to 1, and no worse for a list that knows fewer words of nobody', () => {
    fc.assert(
      fc.property(words, words, (query, list) => {
        const { score: both } = alignNames(query, list);
        expect(both >= 0 && both <= 1).toBe(true);
      }),
    );
  });

  it('are never more alike for a word asked for that the list does not have', () => {
    fc.assert(
      fc.property(words, words, (query, list) => {
        expect(alignNames([...query, 'zzyzxwvut'], list).score).toBeLessThanOrEqual(alignNames(query, list).score);
      }),
    );
  });
});
