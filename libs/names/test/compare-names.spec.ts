import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareNames, NameIndex, prepareName, type NameKind } from '@vigia/names';

const kinds: readonly NameKind[] = ['person', 'company'];
const compare = (asked: string, listed: string, kind: NameKind) =>
  compareNames(prepareName(asked, kind), prepareName(listed, kind, kind === 'person' ? 'family name first' : 'unknown'));
const inAnyOrder = (asked: string, listed: string, kind: NameKind) => compareNames(prepareName(asked, kind), prepareName(listed, kind));
/** A name with this score or more is shown as a hit. */
const shown = 0.7;
/** A name with this score or more is nearly certain. */
const strong = 0.85;

describe('the name of a person', () => {
  it.each<[how: string, asked: string, listed: string]>([
    ['in another order', 'Juan Carlos QUISPE MAMANI', 'QUISPE MAMANI, JUAN CARLOS'],
    ['with other accents', 'NÚÑEZ PEÑA MARÍA', 'NUNEZ PENA MARIA'],
    ['with a typing error', 'ARRUNATEGI BUSTINZA CLOTILDE', 'ARRUNATEGUI BUSTINZA CLOTILDE'],
    ['with a typing error in a short family name', 'CRUS QUISPE JUAN', 'CRUZ QUISPE JUAN'],
    ['that sounds the same', 'ECHENIQE BUSTINSA NICANOR', 'ECHENIQUE BUSTINZA NICANOR'],
    ['with a typing error in a word without a vowel', 'KYM SANCHEZ ROJAS', 'KYN SANCHEZ ROJAS'],
    ['with a typing error in a word of two letters', 'NG WAI MAN', 'NK WAI MAN'],
    ['with one word split', 'SAN MARTIN ROJAS ANA', 'SANMARTIN ROJAS ANA'],
    ['with a space in the wrong place', 'ARRUNATEGU IBUSTINZA CLOTILDE', 'ARRUNATEGUI BUSTINZA CLOTILDE'],
    ['with more words in the list', 'VELARDE URIARTE OFELIA', 'VELARDE URIARTE OFELIA REMIGIO'],
    ['with an initial in the list', 'BUSTINZA SAAVEDRA JACINTO', 'BUSTINZA SAAVEDRA, J'],
    ['with a title', 'Dr. Ofelia Velarde Uriarte', 'VELARDE URIARTE OFELIA'],
    ['with a nickname', 'Velarde Uriarte Pepe', 'VELARDE URIARTE JOSE'],
    ['with another word for son of', 'Tarwil ben Maslukh al-Qorani', 'TARWIL BIN MASLUKH EL QORANI'],
    ['with a repeated word', 'Velarde Velarde Ofelia', 'VELARDE OFELIA'],
    ['with swapped letters', 'VELADRE URIARTE OFELIA', 'VELARDE URIARTE OFELIA'],
    ['that has lost its Ñ', 'MU?OZ PE¿A NU\uFFFD\uFFFDEZ', 'MUÑOZ PEÑA NUÑEZ'],
    ['with digits for letters', 'VE1ARDE UR1ARTE 0FELIA', 'VELARDE URIARTE OFELIA'],
    ['in Cyrillic letters', 'Офелия Веларде', 'VELARDE OFELIA'],
    ['in Arabic letters, which leave vowels out', 'فرناندو بيريز', 'PEREZ FERNANDO'],
  ])('%s matches', (_how, asked, listed) => {
    expect(compare(asked, listed, 'person').score).toBeGreaterThanOrEqual(strong - 0.05);
  });

  it.each<[how: string, asked: string, listed: string]>([
    ['that shares one family name', 'QUISPE ROJAS ANA', 'QUISPE TICONA PEDRO'],
    ['that shares both family names only', 'QUISPE MAMANI ANA LUCIA', 'QUISPE MAMANI PEDRO'],
    ['with one other family name', 'QUISPE MAMANI JUAN CARLOS', 'QUISPE HUAMAN JUAN CARLOS'],
    ['of another clan', 'SALEM HUSAM IBRAHIM AL-QORANI', 'SALEM HUSAM IBRAHIM AL-TARWILI'],
    ['of another father', 'Pavel Ruslanovich Vetrov', 'Pavel Borisovich Vetrov'],
    ['without the paternal family name', 'MAMANI JUAN', 'QUISPE MAMANI JUAN'],
    ['without the paternal family name after a particle', 'ROSA MARIA', 'DE LA CRUZ ROSA MARIA'],
    ['with an initial for the paternal family name', 'Q MAMANI JUAN', 'QUISPE MAMANI JUAN'],
    ['with another initial', 'Velarde, Ofelia G.', 'VELARDE OFELIA W'],
    ['that is a family name alone', 'PORTOCARRERO', 'PORTOCARRERO LI ANA'],
    ['of initials', 'J C Q', 'JUAN CARLOS QUISPE'],
    ['of short words that are not the same', 'ANA LUZ PAZ', 'ANI LUS PAS'],
    ['with one other syllable of three', 'KIM SONG MIN', 'KIM SONG CHOL'],
    ['with another character that sounds nearly the same', '高石早苗', '高市早苗'],
    ['without a name', '', 'JUAN CARLOS QUISPE'],
  ])('%s does not match', (_how, asked, listed) => {
    expect(compare(asked, listed, 'person').score).toBeLessThan(shown);
  });

  it.each([
    ['BARON SALAS PEDRO', 'BARON, Pedro'],
    ['KING QUISPE MARTIN', 'KING QUISPE, MARTIN'],
    ['MAJOR TICONA ROSA', 'MAJOR TICONA ROSA'],
    ['BARRON SALAS PEDRO', 'BARON SALAS, Pedro'],
    ['Pedro Baron Salas', 'BARON SALAS, Pedro'],
  ])('with a family name that is also a title, %s, matches the listed %s', (asked, listed) => {
    expect(compare(asked, listed, 'person').score).toBeGreaterThanOrEqual(shown);
  });

  it.each([
    ['SALAS PEDRO', 'BARON, Pedro'],
    ['PRINCE TICONA ROSA', 'PRINCE, Martin'],
    ['General Velarde Ofelia', 'BARON VELARDE, Pedro'],
    ['KING TICONA ROSA', 'QUISPE TICONA, MARTIN'],
  ])('that differs by more than a title, %s, does not match the listed %s', (asked, listed) => {
    expect(compare(asked, listed, 'person').score).toBeLessThan(shown);
  });

  it.each(['General Ofelia Velarde Uriarte', 'Baron Dr. Ofelia Velarde Uriarte', 'Sra. VELARDE URIARTE, OFELIA'])(
    'matches the same name without its titles: %s',
    (titled) => {
      expect(compare(titled, 'VELARDE URIARTE, OFELIA', 'person').score).toBe(1);
      expect(inAnyOrder('VELARDE URIARTE OFELIA', titled, 'person').score).toBe(1);
    },
  );

  it.each([
    ["D'ANGELO, Jose", 'JOSE D´ANGELO'],
    ['GARCIA LOPEZ JUAN', 'JUAN\tGARCIA\tLOPEZ'],
    ['GARCIA LOPEZ JUAN', 'JUAN\r\nGARCIA\u2028LOPEZ'],
  ])('matches %s although it is written with other signs between its letters: %j', (listed, asked) => {
    const index = new NameIndex('person');
    index.add(prepareName(listed, 'person'));
    expect(compare(asked, listed, 'person').score).toBe(1);
    expect(compare(listed, asked, 'person').score).toBe(1);
    expect(index.find(prepareName(asked, 'person'))).toEqual([0]);
  });

  it('matches in any order where the list does not tell the order', () => {
    expect(inAnyOrder('MAMANI JUAN', 'QUISPE MAMANI JUAN', 'person').score).toBeGreaterThanOrEqual(strong);
  });
});

describe('the name of a company', () => {
  it.each<[how: string, asked: string, listed: string]>([
    ['with another spelling of its form', 'METALES NEVADO MAYOR S.A.C.', 'Metales Nevado Mayor Sociedad Anónima Cerrada'],
    ['with a foreign form in words', 'Nordwelle Aktiengesellschaft', 'NORDWELLE AG'],
    ['with its form in front', 'OOO Vetrovik', 'Vetrovik Obshchestvo s ogranichennoy otvetstvennostyu'],
    ['without its form', 'Vetrovik', 'VETROVIK LIMITED LIABILITY COMPANY'],
    ['in liquidation', 'NEVADO S.A.C. EN LIQUIDACION', 'NEVADO S.A.C.'],
    ['by its branch in Peru', 'NEVADO INC. SUCURSAL DEL PERU', 'NEVADO INC.'],
    ['in one word', 'NAVIERA SANMARTIN', 'NAVIERA SAN MARTIN'],
    ['of nothing but frequent words', 'GRUPO PERU S.A.', 'GRUPO PERU'],
    ['with dots between its initials', 'A.B.C. Vetrovik', 'ABC Vetrovik'],
    ['with a number in words', 'Brigada Cuarenta Primera', 'Brigada Cuarenta 1st'],
    ['with initials for words', 'U.V.D. Puno', 'United Vetrovik Dealers Puno'],
    ['with a branch', 'Banco Vetrovik', 'Banco Vetrovik (Schweiz)'],
    ['with & for and', 'Pavo & Hijos', 'Pavo and Hijos'],
    ['with Y for & between initials', 'J Y M INVERSIONES S.A.C.', 'J & M INVERSIONES SAC'],
    ['with & for Y between initials', 'J & M INVERSIONES S.A.C.', 'J. Y M. INVERSIONES SAC'],
    ['with spaces in an acronym that has a Y', 'N Y K LINE', 'NYK LINE'],
    ['without spaces in an acronym that has a Y', 'XYZ TRADING LTD', 'X Y Z TRADING LTD'],
    ['with a Y before the last letter', 'A B Y C INVERSIONES', 'ABYC INVERSIONES'],
    ['with dots for the spaces around Y', 'J Y M INVERSIONES SAC', 'J.Y.M. INVERSIONES SAC'],
    ['with dots in the form after an initial', 'J & M S.A.C.', 'J & M SAC'],
    ['with dots and spaces in the form after an initial', 'J & M S. A. C.', 'J & M SAC'],
    ['with a space in another place between short words', 'TR IGO VETROVIK', 'TRI GO VETROVIK'],
    ['with a sign between two initials', 'INVERSIONES A#B SAC', 'INVERSIONES A B SAC'],
    ['with abbreviated words', 'TRANSP. Y SERV. GRALES. VETROVIK E.I.R.L.', 'TRANSPORTES Y SERVICIOS GENERALES VETROVIK EIRL'],
    ['with an acronym that ends like a form, before its form', 'A.S.A.C. CONSULTORES S.A.C.', 'ASAC CONSULTORES SAC'],
    ['with an acronym that ends like another form', 'T.S.A.C. TRANSPORTES E.I.R.L.', 'TSAC TRANSPORTES EIRL'],
    ['with spaces in an acronym that ends like a form', 'C. I. S. A. C. PERU SAC', 'CISAC PERU SAC'],
    ['with dots in an acronym that ends like a form', 'T.R.S.A.C.', 'TRSAC'],
    ['with a mistake in a short word', 'TRANSPORTES LUZ DIVINA', 'TRANSPORTES LIZ DIVINA'],
    ['with abbreviations of its form', 'VETROVIK SOC. ANON. CERR.', 'VETROVIK SAC'],
  ])('%s matches', (_how, asked, listed) => {
    expect(compare(asked, listed, 'company').score).toBeGreaterThanOrEqual(strong);
  });

  it.each<[how: string, spellings: string[]]>([
    [
      'No. before a number',
      'N° 1,Nº 1,N.º 1,N ° 1,NO. 1,No 1,№ 1,NRO. 1,NRO 1,Nro.1,NUM. 1,NÚMERO 1,NUMBER 1,#1,1'
        .split(',')
        .map((number) => `ALMACEN FUTURO ${number}`),
    ],
    ['a number between words', ['TRANSPORTES N° 7 ANDINO S.A.', 'TRANSPORTES Nº 7 ANDINO SA', 'TRANSPORTES NRO 7 ANDINO S.A.']],
    [
      'an ordinal number',
      ['1RO DE MAYO', '1º DE MAYO', '1° DE MAYO', '1ER DE MAYO', 'PRIMERO DE MAYO'].map((name) => `COOPERATIVA ${name}`),
    ],
    ['a trade mark', ['ACME PERU SAC', 'ACME™ PERU SAC', 'ACME℠ PERU SAC', 'ACME® PERU SAC']],
  ])('is one name, whatever the spelling of %s', (_how, spellings) => {
    const [first] = spellings as [string];
    const index = new NameIndex('company');
    index.add(prepareName(first, 'company'));
    for (const asked of spellings) {
      expect([asked, compare(asked, first, 'company').score, compare(first, asked, 'company').score]).toEqual([asked, 1, 1]);
      expect(index.find(prepareName(asked, 'company'))).toEqual([0]);
    }
  });

  it('keeps a NO or an N that no number follows', () => {
    for (const name of ['NO TE OLVIDES', 'GRUPO N PERU', 'TECHNO 7 PERU']) {
      const words = prepareName(name, 'company').words.map(({ text }) => text);
      expect(words.join(' ')).toBe(name.toLowerCase());
    }
  });

  it.each<[how: string, asked: string, listed: string]>([
    ['of one frequent word', 'CORP', 'CORP MADERAS OCAÑAR'],
    ['that shares nothing but frequent words', 'INVERSIONES GENERALES DEL PERU', 'INVERSIONES Y SERVICIOS DEL PERU'],
    ['with another distinctive word', 'Puno National Pipeline Corporation', 'Puno National Peanut Corporation'],
    ['in another country', 'Banco Vetrovik Chile S.A.', 'Banco Vetrovik Mexico S.A.'],
    ['in a country that is spelled nearly alike', 'Vetrovik Bank Niger', 'Vetrovik Bank Nigeria'],
    ['with another initial after &', 'J & M INVERSIONES SAC', 'J & L INVERSIONES SAC'],
    ['with another initial after &, where the list has Y', 'J & L INVERSIONES SAC', 'J Y M INVERSIONES SAC'],
    ['with another initial after & of two, where the list has Y', 'A & B INVERSIONES SAC', 'A Y C INVERSIONES SAC'],
    ['with another letter of an acronym', 'JL INVERSIONES SAC', 'JM INVERSIONES SAC'],
    ['with another initial before a form with dots', 'J & M S.A.C.', 'J & L S.A.C.'],
    ['that differs in one letter before a form with dots', 'GRUPO A S.A.C.', 'GRUPO B S.A.C.'],
    ['that sounds like an abbreviation in another script', 'СТО Запад', 'SANTO ZAPAD'],
    ['with fewer letters before its form than an acronym has', 'C.A.S.A.C.', 'C A SAC'],
    ['that shares nothing but abbreviated words', 'SERV. GRALES. VETROVIK', 'SERVICIOS GENERALES NEVADO'],
    ['with the same letters in another order', 'C.B.A. Company', 'A.B.C. Company'],
    ['with another trade', 'AGROEXPORTADORA QORI WASI E.I.R.L.', 'CONSORCIO QORI WASI E.I.R.L.'],
    ['whose form weighs more than its name', 'Bay LIMITED LIABILITY COMPANY', 'Bazo LIMITED LIABILITY COMPANY'],
    ['without a name', '', 'METALES NEVADO MAYOR'],
  ])('%s does not match', (_how, asked, listed) => {
    expect(compare(asked, listed, 'company').score).toBeLessThan(shown);
  });

  it.each<[how: string, asked: string, listed: string]>([
    ['with another number', 'MINERA LOMA 2020', 'MINERA LOMA 2021'],
    ['with another form', 'Vetrovik S.A.', 'Vetrovik S.R.L.'],
  ])('%s is shown, but not as nearly certain', (_how, asked, listed) => {
    const { score } = compare(asked, listed, 'company');
    expect([score >= shown, score <= 0.9, score < 1]).toEqual([true, true, true]);
  });
});

describe('the names of a person and of a company', () => {
  const compared = (asked: string, kind: NameKind, listed: string, other: NameKind) =>
    [true, false].map((areKindsKnown) => compareNames(prepareName(asked, kind), prepareName(listed, other), areKindsKnown).score);

  it('are less alike, unless a kind is only assumed', () => {
    expect(compared('Vetrovik Andina', 'person', 'ANDINA VETROVIK', 'company')).toEqual([0.85, 1]);
    expect(compared('Vetrovik Andina S.A.C.', 'company', 'Vetrovik Andina SAC', 'person')).toEqual([0.85, 1]);
  });

  it('have no acronym, nor have two names of which it is only assumed that both are of companies', () => {
    const [known, assumed] = compared('Velarde Uriarte Dionisia', 'company', 'V.U.D. S.A.', 'company');
    expect([known! >= strong, assumed]).toEqual([true, 0]);
    expect(compared('Velarde Uriarte Dionisia', 'person', 'V.U.D. S.A.', 'company')).toEqual([0, 0]);
  });
});

describe('an abbreviation that may be a word of its own', () => {
  const spellings = [
    ['ANDES IMPORT S.A.C.', 'ANDES IMPORT. S.A.C.', 'ANDES IMPORTACIONES S.A.C.'],
    ['IMPORT EXPORT LIMA', 'IMPORT. EXPORT. LIMA', 'IMPORTACIONES EXPORTACIONES LIMA'],
    ['STO DOMINGO', 'STO. DOMINGO', 'SANTO DOMINGO'],
    ['NEG SANTA ROSA', 'NEG. SANTA ROSA', 'NEGOCIACIONES SANTA ROSA'],
    ['AGRO EXPORT ICA', 'AGRO EXPORT. ICA', 'AGRO EXPORTACIONES ICA'],
    ['AGRO EXPORT ICA', 'AGRO EXPORT. ICA', 'AGROEXPORT ICA'],
  ];
  const pairs = spellings.flatMap((names) =>
    names.flatMap((asked) => names.filter((listed) => listed !== asked).map((listed) => [asked, listed] as const)),
  );

  it.each(pairs)('makes %s and %s one name, and the index finds it', (asked, listed) => {
    const index = new NameIndex('company');
    index.add(prepareName(listed, 'company'));
    expect(compare(asked, listed, 'company').score).toBe(1);
    expect(index.find(prepareName(asked, 'company'))).toEqual([0]);
  });
});

describe('a comparison', () => {
  it('pairs the words of both names and says how each pair matches', () => {
    const { pairs, replaced, askedAlone, listedAlone } = compare(
      'Dr. Pepe Velarde Sanmartin O. Tarqui',
      'VELARDE SAN MARTIN JOSE OFELIA UGARTE LUZ',
      'person',
    );
    const texts = (words: { text: string }[]) => words.map(({ text }) => text).join(' ');
    expect(pairs.map(({ asked, listed, way }) => [texts(asked), texts(listed), way])).toEqual([
      ['sanmartin', 'san martin', 'joined'],
      ['velarde', 'velarde', 'same'],
      ['o', 'ofelia', 'initial'],
      ['pepe', 'jose', 'nickname'],
    ]);
    expect(replaced.map(({ asked, listed }) => [asked.text, listed.text])).toEqual([['tarqui', 'ugarte']]);
    expect([texts(askedAlone), texts(listedAlone)]).toEqual(['tarqui', 'ugarte luz']);
  });

  // Easily confused words, so that there are many ways to pair them.
  const wholeWords = 'quispe quispi quispes mamani juan juana carlos san martin sanmartin sanmartins 2020 2021'.split(' ');
  const namesOf = (words: string[]) =>
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((chosen) => chosen.join(' '));
  const name = namesOf([...wholeWords, 'corp', 'grupo', 'j', 'q']);
  const kind = fc.constantFrom(...kinds);

  it('of a name with itself, in any case and with any marks, scores 1', () => {
    const telling = fc
      .array(fc.constantFrom('quispe', 'mamani', 'velarde', 'nunez', 'corp'), { minLength: 1, maxLength: 5 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(telling, kind, (text, of) => {
        expect(inAnyOrder(` ${text.toUpperCase().replaceAll('N', 'Ñ')}\u200b.`, text, of).score).toBe(1);
      }),
    );
  });

  it('scores from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.oneof(name, fc.string({ unit: 'grapheme' })),
        fc.oneof(name, fc.string({ unit: 'grapheme' })),
        kind,
        (asked, listed, of) => {
          const { score } = inAnyOrder(asked, listed, of);
          expect(score >= 0 && score <= 1).toBe(true);
        },
      ),
    );
  });

  it('leaves out no word: each is in one pair or has no counterpart', () => {
    fc.assert(
      fc.property(name, name, kind, (asked, listed, of) => {
        const [one, other] = [prepareName(asked, of), prepareName(listed, of)];
        const { pairs, askedAlone, listedAlone } = compareNames(one, other);
        expect(new Set([...pairs.flatMap((pair) => pair.asked), ...askedAlone])).toEqual(new Set(one.words));
        expect(pairs.flatMap((pair) => pair.asked).length + askedAlone.length).toBe(one.words.length);
        expect(pairs.flatMap((pair) => pair.listed).length + listedAlone.length).toBe(other.words.length);
      }),
    );
  });

  const scores = (asked: string, listed: string, of: NameKind) =>
    [`${asked} zzyzxwvut`, asked].map((each) => inAnyOrder(each, listed, of).score) as [withOneMore: number, score: number];

  it('of a person never scores higher with one more unlisted word', () => {
    fc.assert(
      fc.property(name, name, (asked, listed) => {
        const [withOneMore, score] = scores(asked, listed, 'person');
        expect(withOneMore).toBeLessThanOrEqual(score);
      }),
    );
  });

  // With initials or frequent words it may score higher, far below the score of a hit.
  it('of a company without initials or frequent words never scores higher with one more unlisted word', () => {
    fc.assert(
      fc.property(namesOf(wholeWords), namesOf(wholeWords), (asked, listed) => {
        const [withOneMore, score] = scores(asked, listed, 'company');
        expect(withOneMore).toBeLessThanOrEqual(score);
      }),
    );
  });

  it('scores initials and frequent words low, with or without one more word in the name', () => {
    for (const asked of ['juan juan juan san', 'juan juan juan san zzyzxwvut'])
      expect(compare(asked, 'san j juan juan', 'person').score).toBeLessThan(0.5);
  });
});
