import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asKind, compareNames, NameIndex, prepareName, type NameKind } from '@vigia/names';

const shown = 0.7;
const familyNames = 'Arrunategui Bustinza Velarde Echenique Uriarte Quevedo Saavedra Davelouis Terrones Zavaleta Ocharan Llerena'.split(
  ' ',
);
const givenNames = 'Nicanor Ofelia Macario Benigno Clotilde Damian Urbano Herminio Remigio Leopoldina'.split(' ');
const activities = 'Maderas Naviera Textil Combustibles Agregados Metales'.split(' ');
const forms = 'S.A.C.,E.I.R.L.,Limited,GmbH'.split(',');

const oneOf = (words: string[]) => fc.constantFrom(...words);
const personName = fc.tuple(oneOf(familyNames), oneOf(familyNames), oneOf(givenNames), oneOf(givenNames)).map((words) => words.join(' '));
const companyName = fc.tuple(oneOf(activities), oneOf(familyNames), oneOf(givenNames), oneOf(forms)).map((words) => words.join(' '));
const nameOf: Record<NameKind, fc.Arbitrary<string>> = { person: personName, company: companyName };

/** A typing mistake in a name. */
const mistake = fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'swap', 'replace', 'space', 'turn', 'none' as const));
function withMistake(name: string, [seed, what]: [number, string]): string {
  const at = 1 + (seed % (name.length - 2));
  const [before, letter, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  if (what === 'drop') return before + after;
  if (what === 'double') return before + letter + letter + after;
  if (what === 'swap') return before + (after[0] ?? '') + letter + after.slice(1);
  if (what === 'replace') return `${before}e${after}`;
  if (what === 'space') return name.replace(' ', '');
  return what === 'turn' ? name.split(' ').toReversed().join(' ') : name;
}

function indexOf(names: string[], kind: NameKind): NameIndex {
  const index = new NameIndex(kind);
  for (const name of names) index.add(prepareName(name, kind));
  return index;
}

describe.each<NameKind>(['person', 'company'])('an index of names of the kind %s', (kind) => {
  it('finds the intended name despite any mistake that leaves it similar enough to be shown', () => {
    fc.assert(
      fc.property(fc.array(nameOf[kind], { minLength: 1, maxLength: 30 }), fc.nat(), mistake, (names, chosen, how) => {
        const meant = chosen % names.length;
        const asked = prepareName(withMistake(names[meant]!, how), kind);
        const isWorth = compareNames(asked, prepareName(names[meant]!, kind)).score >= shown;
        expect(indexOf(names, kind).find(asked)).toEqual(expect.arrayContaining(isWorth ? [meant] : []));
      }),
      { numRuns: 300 },
    );
  });

  it('finds names whose words are joined, in another order and with one more word, all at once', () => {
    const three = fc.uniqueArray(oneOf(kind === 'person' ? [...familyNames, ...givenNames] : [...activities, ...familyNames]), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(three, fc.constantFrom('', ' Yupanqui'), fc.boolean(), ([first, second, third], more, isListedJoined) => {
        const together = `${third} ${first}${second!.toLowerCase()}`;
        const apart = `${first} ${second} ${third}${more}`;
        const [asked, listed] = isListedJoined ? [apart, together] : [together, apart];
        const prepared = prepareName(asked, kind);
        expect(compareNames(prepared, prepareName(listed, kind)).score).toBeGreaterThanOrEqual(shown);
        expect(indexOf([listed], kind).find(prepared)).toEqual([0]);
      }),
    );
  });

  it('finds in a part of the names what it finds there among all', () => {
    fc.assert(
      fc.property(fc.array(nameOf[kind], { minLength: 2, maxLength: 40 }), fc.nat(), nameOf[kind], (names, cut, name) => {
        const asked = prepareName(name, kind);
        const part = names.slice(0, cut % names.length);
        const among = (found: number[]) => found.filter((at) => at < part.length).toSorted((a, b) => a - b);
        expect(among(indexOf(part, kind).find(asked))).toEqual(among(indexOf(names, kind).find(asked)));
      }),
    );
  });

  it('finds the same again after other searches, and names that are added later', () => {
    const index = indexOf(['Echenique Llerena Nicanor', 'Maderas Velarde Urbano'], kind);
    const asked = prepareName('Echenique Lerena Nicanor', kind);
    const first = index.find(asked);
    index.find(prepareName('Maderas Velarde Urbano', kind));
    expect(first).toEqual([0]);
    expect(index.find(asked)).toEqual(first);
    index.add(prepareName('Echenique Llerena Nicanora', kind));
    expect(index.find(asked)).toEqual([0, 2]);
  });
});

describe('an index of names', () => {
  it.each<[how: string, kind: NameKind, asked: string, listed: string]>([
    ['words written as one', 'person', 'Vanderbilt Ofelia', 'Van der Bilt Ofelia'],
    ['one word written as several', 'person', 'San Martin Velarde Ofelia', 'Sanmartin Velarde Ofelia'],
    ['a space in the wrong place', 'person', 'Arrunategu Ibustinza', 'Arrunategui Bustinza'],
    ['a nickname', 'person', 'Velarde Uriarte Pepe', 'Velarde Uriarte Jose'],
    ['what looks like a title', 'person', 'Baron Velarde Ofelia', 'Baron, Ofelia'],
    ['an initial', 'person', 'Velarde Uriarte O', 'Velarde Uriarte Ofelia'],
    ['Cyrillic letters', 'person', 'Офелия Веларде', 'Velarde Ofelia'],
    ['Arabic letters', 'person', 'فرناندو بيريز', 'Perez Fernando'],
    ['a list in Arabic letters', 'person', 'Perez Fernando', 'فرناندو بيريز'],
    ['initials', 'company', 'Federacion Textil Velarde', 'FTV'],
    ['Y for & between initials', 'company', 'J Y M', 'J & M'],
    ['& for Y between initials', 'company', 'J & M', 'J Y M'],
    ['a country in another language', 'company', 'Velarde Alemania', 'Velarde Germany'],
  ])('finds a name through %s', (_how, kind, asked, listed) => {
    const prepared = prepareName(asked, kind);
    expect(compareNames(prepared, prepareName(listed, kind)).score).toBeGreaterThanOrEqual(shown);
    expect(indexOf(['Zavaleta Damian', listed, 'Terrones Urbano'], kind).find(prepared)).toEqual([1]);
  });

  it.each<[how: string, kind: NameKind, one: string, other: string]>([
    ['words joined and turned', 'person', 'URIARTE SANTAMARTA', 'Santa Marta Uriarte'],
    ['two short words joined and turned', 'person', 'MING XIAOLUN', 'Xiao Lun Ming'],
    ['words joined, and one more word in between', 'person', 'VILLARRUBIA VELARDE OFELIA', 'Ofelia Velarde Villa Rubia'],
    ['long words joined and turned', 'company', 'AGRO EXPORT VELARDE', 'VELARDE AGROEXPORT'],
    ['long words joined, and one more word', 'company', 'AGROINDUSTRIAS VELARDE', 'AGRO INDUSTRIAS VELARDE PERU'],
    ['words joined with another vowel', 'person', 'ABDELNASIM URIARTE', 'URIARTE Abdel Nasem'],
    ['words joined with another consonant', 'person', 'ABDERNASIM URIARTE', 'URIARTE Abdel Nasim'],
    ['short words joined with a letter less', 'person', 'ALIRZA URIARTE', 'URIARTE Ali Reza'],
    ['an acronym before other words', 'company', 'FTNV QUEVEDO METALES', 'Federacion Textil Naviera Velarde Quevedo Metales'],
    ['a letter less in the first word', 'company', 'RSA HERMANOS', 'ROSA HERMANOS'],
    ['a letter less in the last word', 'company', 'HERMANOS RSL', 'HERMANOS RSLT'],
    ['a letter less in a short name', 'person', 'ROSA ING', 'ROSA MING'],
  ])('finds %s, whichever of the two is listed', (_how, kind, one, other) => {
    for (const [asked, listed] of [
      [one, other],
      [other, one],
    ] as const) {
      const prepared = prepareName(asked, kind);
      expect(compareNames(prepared, prepareName(listed, kind)).score).toBeGreaterThanOrEqual(shown);
      expect(indexOf(['Zavaleta Damian', listed, 'Terrones Urbano'], kind).find(prepared)).toEqual([1]);
    }
  });

  it('finds nothing for an empty name or one without a telling word', () => {
    const index = indexOf(['Velarde Uriarte Ofelia'], 'person');
    for (const name of ['', '...', 'de la', 'O.', 'Dr.']) expect(index.find(prepareName(name, 'person'))).toEqual([]);
  });
});

describe('a name as one of the other kind', () => {
  it('is prepared once', () => {
    const company = prepareName('Maderas Velarde S.A.C.', 'company');
    expect(asKind(company, 'company')).toBe(company);
    expect(asKind(company, 'person')).toMatchObject({ kind: 'person', name: company.name });
    expect(asKind(company, 'person')).toBe(asKind(company, 'person'));
  });
});
