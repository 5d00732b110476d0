import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alignNames, type ListedName } from '../../src/screening/domain/align-names.js';
import { nameTokens } from '../../src/screening/domain/name-words.js';

type Kind = ListedName['kind'];
const kinds: readonly Kind[] = ['person', 'company'];
const score = (query: string, list: string, kind: Kind = 'company') =>
  alignNames(nameTokens(query).tokens, { kind, tokens: nameTokens(list).tokens }).score;
const match = 0.85;

describe('two names', () => {
  it.each<[how: string, query: string, list: string, kind: Kind]>([
    ['in another order', 'Juan Carlos QUISPE MAMANI', 'QUISPE MAMANI, JUAN CARLOS', 'person'],
    ['with another legal form', 'METALES NEVADO MAYOR S.A.C.', 'Metales Nevado Mayor Sociedad Anónima', 'company'],
    ['with other accents', 'NÚÑEZ PEÑA MARÍA', 'NUNEZ PENA MARIA', 'person'],
    ['with a typing error', 'ARRUNATEGI BUSTINZA CLOTILDE', 'ARRUNATEGUI BUSTINZA CLOTILDE', 'person'],
    ['with a typing error in a short family name', 'CRUS QUISPE JUAN', 'CRUZ QUISPE JUAN', 'person'],
    ['that sound the same', 'ECHENIQE BUSTINSA NICANOR', 'ECHENIQUE BUSTINZA NICANOR', 'person'],
    ['written in one word', 'NAVIERA SANMARTIN', 'NAVIERA SAN MARTIN', 'company'],
    ['of which one word is split', 'SAN MARTIN ROJAS ANA', 'SANMARTIN ROJAS ANA', 'person'],
    ['of which the list knows more', 'VELARDE URIARTE OFELIA', 'VELARDE URIARTE OFELIA REMIGIO', 'person'],
    ['of which the list knows an initial', 'BUSTINZA SAAVEDRA JACINTO', 'BUSTINZA SAAVEDRA, J', 'person'],
    ['of nothing but words that many names have', 'GRUPO PERU S.A.', 'GRUPO PERU', 'company'],
  ])('%s match', (_how, query, list, kind) => {
    expect(score(query, list, kind)).toBeGreaterThanOrEqual(match);
  });

  it.each<[how: string, query: string, list: string, kind: Kind]>([
    ['that share one family name', 'QUISPE ROJAS ANA', 'QUISPE TICONA PEDRO', 'person'],
    ['that share both family names only', 'QUISPE MAMANI ANA LUCIA', 'QUISPE MAMANI PEDRO', 'person'],
    ['without the paternal family name', 'MAMANI JUAN', 'QUISPE MAMANI JUAN', 'person'],
    ['without the paternal family name after a particle', 'ROSA MARIA', 'DE LA CRUZ ROSA MARIA', 'person'],
    ['with an initial for the paternal family name', 'Q MAMANI JUAN', 'QUISPE MAMANI JUAN', 'person'],
    ['of which one is a family name alone', 'PORTOCARRERO', 'PORTOCARRERO LI ANA', 'person'],
    ['of which one is a single long word', 'TELECOMUNICACIONES', 'TELECOMUNICACIONES ROJO', 'company'],
    ['that share a common word', 'CORP', 'CORP MADERAS OCAÑAR', 'company'],
    ['that share nothing but common words', 'INVERSIONES GENERALES DEL PERU', 'INVERSIONES Y SERVICIOS DEL PERU', 'company'],
    ['of which one has another trade', 'AGROEXPORTADORA QORI WASI E.I.R.L.', 'CONSORCIO QORI WASI E.I.R.L.', 'company'],
    ['with other numbers', 'MINERA LOMA 2020', 'MINERA LOMA 2021', 'company'],
    ['of which only initials fit', 'J C Q', 'JUAN CARLOS QUISPE', 'company'],
    ['of short words that are not the same', 'ANA LUZ PAZ', 'ANI LUS PAS', 'company'],
    ['of which one is empty', '', 'JUAN CARLOS QUISPE', 'company'],
  ])('%s do not match', (_how, query, list, kind) => {
    expect(score(query, list, kind)).toBeLessThan(match);
  });

  it('are explained word by word', () => {
    expect(alignNames(['nunez', 'sanmartin'], { kind: 'company', tokens: ['san', 'martin', 'nunes'] })).toMatchObject({
      pairs: [
        { consultado: 'sanmartin', listado: 'san martin', puntaje: 1 },
        { consultado: 'nunez', listado: 'nunes', puntaje: 0.8 },
      ],
    });
  });

  // Words that can be taken for each other, so that there are many ways to pair them.
  const word = fc.constantFrom(
    ...'quispe quispi quispes mamani juan juana carlos san martin sanmartin sanmartins corp grupo 2020 2021 j q'.split(' '),
  );
  const name = fc.array(word, { minLength: 1, maxLength: 5 });
  const kind = fc.constantFrom(...kinds);
  const inSomeOrder = (words: string[]) => fc.shuffledSubarray(words, { minLength: words.length });

  it('are the same when every word is, in any order', () => {
    const reordered = name.chain((words) => fc.tuple(fc.constant(words), inSomeOrder(words)));
    fc.assert(fc.property(reordered, kind, ([words, others], of) => expect(alignNames(others, { kind: of, tokens: words }).score).toBe(1)));
  });

  it('are as alike in one order of their words as in any other', () => {
    const pair = fc
      .tuple(name, name)
      .chain(([query, list]) => fc.tuple(fc.constant({ query, list }), inSomeOrder(query), inSomeOrder(list)));
    fc.assert(
      fc.property(pair, ([{ query, list }, otherQuery, otherList]) => {
        const { score: asWritten } = alignNames(query, { kind: 'company', tokens: list });
        expect(alignNames(otherQuery, { kind: 'company', tokens: otherList }).score).toBe(asWritten);
        // Whose family name it is depends on the order of the listed name, and of that one alone.
        const ofPerson = (asked: string[]) => {
          const { unpaired, ...alignment } = alignNames(asked, { kind: 'person', tokens: list });
          return { ...alignment, askedOnly: unpaired.consultado.toSorted(), listedOnly: unpaired.listado };
        };
        expect(ofPerson(otherQuery)).toEqual(ofPerson(query));
      }),
      { numRuns: 500 },
    );
  });

  it('leave out no word: each is in a pair or has no counterpart', () => {
    fc.assert(
      fc.property(name, name, (query, list) => {
        const { pairs, unpaired } = alignNames(query, { kind: 'person', tokens: list });
        const [asked, listed] = (['consultado', 'listado'] as const).map((side) =>
          [...pairs.flatMap((pair) => pair[side].split(' ')), ...unpaired[side]].toSorted(),
        );
        expect({ asked, listed }).toEqual({ asked: query.toSorted(), listed: list.toSorted() });
      }),
    );
  });

  it('score from 0 to 1, and a person no higher than a company of that name', () => {
    fc.assert(
      fc.property(name, name, (query, list) => {
        const [person, company] = kinds.map((of) => alignNames(query, { kind: of, tokens: list }).score);
        expect(0 <= person! && person! <= company! && company! <= 1).toBe(true);
      }),
    );
  });

  it('are never more alike for a word asked for that the list does not have', () => {
    const unknown = fc.constantFrom('zzyzxwvut', '1999', 'x');
    fc.assert(
      fc.property(name, name, kind, unknown, (query, list, of, more) => {
        const listed = { kind: of, tokens: list };
        expect(alignNames([...query, more], listed).score).toBeLessThanOrEqual(alignNames(query, listed).score);
      }),
    );
  });
});
