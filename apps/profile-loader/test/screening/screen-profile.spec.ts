import { describe, expect, it } from '@jest/globals';
import { elementsPutIntoMaps } from '@vigia/testing';
import type { ListedEntity } from '../../src/screening/domain/listed-entity.js';
import { ListIndex } from '../../src/screening/lists/list-index.js';
import { topicOf } from '../../src/screening/lists/list-meanings.js';
import type { Subject } from '../../src/screening/domain/subjects.js';
import { screenProfile, type Screened } from '../../src/screening/screen-profile.js';
import { listas_compliance } from '../../src/sources/listas_compliance/listas_compliance.js';

const entry: Omit<ListedEntity, 'kind' | 'names'> = {
  id: '1',
  documents: [],
  births: [],
  countries: ['PE'],
  programmes: ['sanction'],
  link: null,
  until: null,
};
const called = (text: string) => ({ text, isWeak: false, order: 'unknown' as const });
const citizen: Subject = {
  sujeto: 'titular',
  nombre: 'ABANTO CHUQUILLANQUI MELCHOR',
  documentos: [{ tipo: 'DNI', numero: '99990099' }],
  nacimiento: '1970-05-01',
  paises: ['PE'],
};
const company: Subject = { ...citizen, documentos: [{ tipo: 'RUC', numero: '20991000039' }], nacimiento: null };
const unknown: Subject = { ...citizen, sujeto: 'socio', documentos: [], nacimiento: null, paises: [] };

function screened(list: string, entity: ListedEntity, subject: Subject): { level: string; names: string[] } {
  const [answer, byChanges] = [false, true].map((isForEverybody) => {
    const index = new ListIndex({ lista: list, version: '1', tema: topicOf(list), isInvented: false }, isForEverybody);
    index.add(entity);
    return screenProfile([index], [subject], '2026-11-23');
  }) as [Screened, Screened];
  expect(byChanges).toEqual(answer);
  const { nivel } = listas_compliance.piece(answer, { docType: 'DNI', taxId: '99990099' }) as { nivel: string };
  return { level: nivel, names: answer.coincidencias.map(({ nombre_listado }) => nombre_listado) };
}

function similarities(entity: ListedEntity, subject: Subject): number[] {
  const index = new ListIndex({ lista: 'opensanctions', version: '1', tema: 'sancion', isInvented: false });
  index.add(entity);
  return screenProfile([index], [subject], '2026-11-23').coincidencias.map(({ similitud }) => similitud);
}

describe('an entry with several names', () => {
  const weak = { ...called('Melchor Abanto Chuquillanqui'), isWeak: true };
  const long = { ...called('ABANTO CHUQUILLANQUI, Melchor Isidro Teodomiro Ruperto'), order: 'family-first' as const };
  const whole = { ...long, text: 'ABANTO CHUQUILLANQUI, Melchor Isidro' };
  const born = (day: string): ListedEntity['births'] => [{ day, from: null, to: null, isApproximate: false }];

  it.each<[what: string, names: ListedEntity['names'], births: ListedEntity['births'], shown: string, level: string]>([
    ['a weak alias with the same birth, before a name that is only similar', [weak, long], born('1970-05-01'), weak.text, 'Alerta Alta'],
    [
      'a weak alias with the same birth, before a name that counts as the same',
      [whole, weak],
      born('1970-05-01'),
      weak.text,
      'Alerta Alta',
    ],
    [
      'a name that counts as the same, with an approximate birth a year before that of the subject',
      [whole],
      [{ day: null, from: 1969, to: 1969, isApproximate: true }],
      whole.text,
      'Alerta Media',
    ],
    ['a name that counts as the same, before a weak alias without a birth', [weak, whole], [], whole.text, 'Alerta Media'],
    ['the most similar of the names that count as the same', [whole, called(weak.text)], [], weak.text, 'Alerta Media'],
    ['the most similar name, when no name makes an alert', [weak, long], born('1980-05-01'), weak.text, 'Alerta Baja'],
    [
      'the name that the list does not call weak, of two equally similar ones',
      [weak, { ...weak, isWeak: false, text: 'Abanto Chuquillanqui Melchor' }],
      [],
      'Abanto Chuquillanqui Melchor',
      'Alerta Media',
    ],
  ])('is shown by %s', (_what, names, births, shown, level) => {
    expect(screened('ofac_sdn', { ...entry, kind: 'person', names, births }, citizen)).toEqual({ level, names: [shown] });
  });
});

describe('an entry with one name', () => {
  it('is shown from less likeness than one whose only name the list calls weak', () => {
    const similar = { ...called('ABANTO CHUQUILLANQUI, Melchor Isidro Teodomiro Ruperto'), order: 'family-first' as const };
    const shownAs = (isWeak: boolean) => screened('ofac_sdn', { ...entry, kind: 'person', names: [{ ...similar, isWeak }] }, citizen).names;
    expect([shownAs(false), shownAs(true)]).toEqual([[similar.text], []]);
  });
});

describe('an entry whose line has a dash in the place of its name', () => {
  const names = [{ ...called('-'), order: 'family-first' as const }];

  it.each(['person', 'company'] as const)('is found by its document and by no name: %s', (kind) => {
    const listed = { ...entry, kind, names, documents: [...company.documentos] };
    expect(screened('oece_sancionados', listed, company).names).toEqual(['-']);
    for (const nombre of ['-', '', null, 'ABANTO CHUQUILLANQUI MELCHOR'])
      expect(screened('oece_sancionados', listed, { ...unknown, nombre }).names).toEqual([]);
  });
});

describe('an entry whose name is written in other words', () => {
  it('is found where words are joined and in another order', () => {
    const names = [called('Melchor Santa Marta')];
    const subject = { ...citizen, nombre: 'SANTAMARTA MELCHOR' };
    expect(screened('un', { ...entry, kind: 'person', names }, subject)).toEqual({ level: 'Alerta Media', names: [names[0]!.text] });
  });
});

describe('an entry with the name of a subject of another kind', () => {
  const dni = [{ tipo: 'DNI', numero: '99990088' }];
  const ruc = [{ tipo: 'RUC', numero: '20991000047' }];

  it.each<[level: string, what: string, list: string, kind: ListedEntity['kind'], documents: ListedEntity['documents'], subject: Subject]>([
    ['Baja', 'a company on a list that tells companies from persons', 'un', 'company', [], citizen],
    ['Baja', 'a ship on any list, for a subject without a document', 'opensanctions', 'vessel', [], unknown],
    ['Baja', 'a person of OpenSanctions', 'opensanctions', 'person', [], company],
    ['Media', 'a legal entity of OpenSanctions, which may be a person', 'opensanctions', 'company', [], citizen],
    ['Baja', 'a legal entity of OpenSanctions with a RUC of a company', 'opensanctions', 'company', ruc, citizen],
    ['Media', 'a supplier of the World Bank, which may be a person', 'world_bank', 'company', [], citizen],
    ['Media', 'a supplier of Peru without a document', 'oece_multas', 'person', [], company],
    ['Baja', 'a supplier of Peru with a DNI', 'oece_multas', 'person', dni, company],
    ['Media', 'a company, for a partner without a known document', 'un', 'company', [], unknown],
  ])('is Alerta %s for %s', (level, _what, list, kind, documents, subject) => {
    const names = [called('ABANTO CHUQUILLANQUI MELCHOR')];
    expect(screened(list, { ...entry, kind, documents, names }, subject)).toEqual({ level: `Alerta ${level}`, names: [names[0]!.text] });
  });

  it('is a ship or an aircraft, which is less alike than what may be a company', () => {
    const names = [called('ABANTO CHUQUILLANQUI MELCHOR')];
    const similarity = (kind: ListedEntity['kind']) => similarities({ ...entry, kind, names }, unknown);
    expect([similarity('company'), similarity('vessel'), similarity('aircraft')]).toEqual([[1], [0.85], [0.85]]);
  });

  it('is less alike only where the kinds of both are told', () => {
    const names = [called('ABANTO CHUQUILLANQUI MELCHOR')];
    const similarity = (kind: ListedEntity['kind'], subject: Subject) => similarities({ ...entry, kind, names }, subject);
    expect([similarity('person', company), similarity('person', unknown), similarity('company', citizen)]).toEqual([[0.85], [1], [1]]);
  });

  it('is a legal entity whose DNI says that it is a person: compared as one', () => {
    const names = [called('ABANTO CHUQUILLANQUY MELCHOR')];
    const similarity = (documents: ListedEntity['documents'], kind: ListedEntity['kind']) =>
      similarities({ ...entry, kind, documents, names }, citizen);
    expect(similarity(dni, 'company')).toEqual(similarity(dni, 'person'));
  });
});

describe('a name that is written otherwise', () => {
  const [person, firm] = ['person', 'company'] as const;
  const dni = [{ tipo: 'DNI', numero: '99990088' }];
  const assumed: [list: string, kind: ListedEntity['kind'], subject: Subject, asked: string, listed: string][] = [
    ['oece_multas', person, company, 'VETROVIK ANDINA S.A.C.', 'VETROVIK ANDINA SOCIEDAD ANONIMA CERRADA'],
    ['oece_multas', person, company, 'J & M CONTRATISTAS GENERALES SRL', 'J Y M CONTRATISTAS GENERALES S.R.L.'],
    ['oece_sancionados', person, company, 'VETROVIK S.A.C. EN LIQUIDACION', 'VETROVIK SAC'],
    ['oece_sancionados', person, company, 'EMPRESA DE TRANSPORTES VETROVIK E.I.R.L.', 'EMP. DE TRANSPORTES VETROVIK E.I.R.L.'],
    ['opensanctions', firm, citizen, 'ABANTO CHUQUIYANQUI MELCHOR', 'Melchor Abanto Chuquillanqui'],
    ['world_bank', firm, citizen, 'ABANTO CHUQUILLANQUI MELCHOR PIO', 'Sr. Melchor Abanto Chuquillanqui'],
    ['ofac_sdn', firm, unknown, 'VETROVIK ANDINA AG', 'Vetrovik Andina Aktiengesellschaft'],
    ['ofac_sdn', firm, unknown, 'J & M VETROVIK SRL', 'J Y M VETROVIK S.R.L.'],
    ['opensanctions', firm, unknown, 'ABANTO CHUQUIYANQUI MELCHOR', 'Melchor Abanto Chuquillanqui'],
  ];

  it.each(assumed)('counts as the same where a kind is only assumed, in %s as a %s', (list, kind, subject, asked, listed) => {
    const found = screened(list, { ...entry, kind, names: [called(listed)] }, { ...subject, nombre: asked });
    expect(found).toEqual({ level: 'Alerta Media', names: [listed] });
  });

  it.each(assumed.slice(0, 6))('is less alike where both kinds are told, in %s', (list, kind, subject, asked, listed) => {
    const documents = kind === 'person' ? dni : [{ tipo: 'RUC', numero: '20991000047' }];
    const { level } = screened(list, { ...entry, kind, documents, names: [called(listed)] }, { ...subject, nombre: asked });
    expect(level).toBe('Alerta Baja');
  });

  it.each<[list: string, kind: ListedEntity['kind'], subject: Subject, asked: string, listed: string]>([
    ['ofac_sdn', firm, unknown, 'ABANTO CHUQUILLANQUI MELCHOR', 'ACM Limited'],
    ['oece_multas', person, company, 'ACM S.A.C.', 'ABANTO CHUQUILLANQUI MELCHOR'],
  ])('is no acronym of the name of somebody who may be a person, in %s', (list, kind, subject, asked, listed) => {
    expect(screened(list, { ...entry, kind, names: [called(listed)] }, { ...subject, nombre: asked }).names).toEqual([]);
  });

  it('is one hit, however many comparisons find it', () => {
    const names = [called('Melchor Abanto Chuquillanqui')];
    expect(screened('opensanctions', { ...entry, kind: firm, names }, unknown).names).toEqual([names[0]!.text]);
  });
});

describe('the hits of a subject', () => {
  const today = '2026-11-23';
  const person: ListedEntity = { ...entry, kind: 'person', names: [called('Melchor Abanto Chuquillanqui')] };
  const hitsOf = (entities: readonly ListedEntity[], list = 'un', subject = citizen) => {
    const index = new ListIndex({ lista: list, version: '1', tema: topicOf(list), isInvented: false });
    for (const entity of entities) index.add(entity);
    return screenProfile([index], [subject], today).coincidencias;
  };

  it('are of entries that have not ended: the last day counts', () => {
    const ending = [null, '2027-01-01', today, '2026-11-22'].map((until, i): ListedEntity => ({ ...person, id: `${i}`, until }));
    expect(hitsOf(ending).map(({ id_entidad }) => id_entidad)).toEqual(['0', '1', '2']);
  });

  it('begin with the same document, however alike other names are, and go on with the strongest of equally similar ones', () => {
    const sameBirth: ListedEntity = { ...person, id: 'birth', births: [{ day: '1970-05-01', from: null, to: null, isApproximate: false }] };
    const sameDocument: ListedEntity = {
      ...person,
      id: 'document',
      names: [called('Otra Persona Distinta')],
      documents: citizen.documentos,
    };
    expect(hitsOf([person, sameBirth, sameDocument]).map(({ id_entidad }) => id_entidad)).toEqual(['document', 'birth', '1']);
  });

  it('have the topic of the entry in OpenSanctions, and that of the list elsewhere', () => {
    const exposed = { ...person, programmes: ['role.pep'] };
    expect(['opensanctions', 'un'].map((list) => hitsOf([exposed], list)[0]!.tema)).toEqual(['pep', 'sancion']);
  });

  it('name the words that were compared, several with one', () => {
    const hit = hitsOf([{ ...person, names: [called('Melchor Santa Marta')] }], 'un', { ...citizen, nombre: 'SANTAMARTA MELCHOR' })[0]!;
    expect(hit.alineacion.map(({ consultado, listado }) => [consultado, listado])).toContainEqual(['santamarta', 'santa marta']);
  });

  it.each([
    ['dni', '9999-0099'],
    ['DNI', '9999 0099'],
    ['DNI', '99.990.099'],
  ])('have the document of the subject however the list writes it: %s %s', (tipo, numero) => {
    const otherwise = { ...person, names: [called('Otra Persona Distinta')], documents: [{ tipo, numero }] };
    expect(hitsOf([otherwise])).toMatchObject([{ documento: citizen.documentos[0] }]);
  });

  it('have the paternal family name where the list says which word it is, also without a comma', () => {
    const listed = (order: ListedEntity['names'][0]['order']) => [{ ...person, names: [{ ...called('ABANTO LLERENA MELCHOR'), order }] }];
    const subject = { ...citizen, nombre: 'LLERENA MELCHOR' };
    expect((['unknown', 'family-first'] as const).map((order) => hitsOf(listed(order), 'un', subject).length)).toEqual([1, 0]);
  });

  const whole: ListedEntity = {
    ...person,
    names: [called('Melchor Abanto Chuquillanqui'), called('Melchor Abanto')],
    documents: [
      { tipo: 'PASAPORTE', numero: 'A1' },
      { tipo: 'PASAPORTE', numero: 'A2' },
    ],
    births: [
      { day: '1970-05-01', from: null, to: null, isApproximate: false },
      { day: null, from: 1960, to: 1962, isApproximate: false },
    ],
    countries: ['PE', 'CO'],
    programmes: ['SDGT', 'SDNTK'],
  };
  const fingerprint = (change: Partial<ListedEntity>) => hitsOf([{ ...whole, ...change }])[0]!.huella;
  const [day, years] = whole.births as [ListedEntity['births'][0], ListedEntity['births'][0]];

  it.each<[what: string, change: Partial<ListedEntity>]>([
    ['the kind', { kind: 'company' }],
    ['a name', { names: [whole.names[0]!, called('Melchor Abantos')] }],
    ['whether a name is weak', { names: [whole.names[0]!, { ...whole.names[1]!, isWeak: true }] }],
    ['the number of a document', { documents: [whole.documents[0]!, { tipo: 'PASAPORTE', numero: 'A3' }] }],
    ['the kind of a document', { documents: [whole.documents[0]!, { tipo: 'CEDULA', numero: 'A2' }] }],
    ['a day of birth', { births: [{ ...day, day: '1970-05-02' }, years] }],
    ['the first year of a birth', { births: [day, { ...years, from: 1961 }] }],
    ['the last year of a birth', { births: [day, { ...years, to: 1961 }] }],
    ['whether a birth is approximate', { births: [day, { ...years, isApproximate: true }] }],
    ['a country', { countries: ['PE', 'EC'] }],
    ['a programme', { programmes: ['SDGT'] }],
    ['the last day', { until: '2027-01-01' }],
  ])('have another fingerprint when the list says something else about %s', (_what, change) => {
    expect(fingerprint(change)).not.toBe(fingerprint({}));
  });

  it('keep their fingerprint when the list says the same in another order', () => {
    const { names, documents, births, countries, programmes } = whole;
    const reordered = {
      names: names.toReversed(),
      documents: documents.toReversed(),
      births: births.toReversed(),
      countries: countries.toReversed(),
      programmes: programmes.toReversed(),
      link: 'https://example.com/1',
    };
    expect(fingerprint(reordered)).toBe(fingerprint({}));
  });
});

it('a list is taken into memory by work in proportion to the entries with one document, however many they are', async () => {
  const many = 5_000;
  const index = new ListIndex({ lista: 'opensanctions', version: '1', tema: 'sancion', isInvented: false });
  const documents = [{ tipo: 'RUC', numero: '20991000039' }];
  const work = () => {
    for (let i = 1; i < many; i += 1) index.add({ ...entry, id: `${i}`, kind: 'company', names: [], documents });
  };
  expect(await elementsPutIntoMaps(work)).toBeLessThan(2 * many);
  index.add({ ...entry, id: 'last', kind: 'company', names: [called('EMPRESA DE MUESTRA S.A.C.')], documents });
  expect(screenProfile([index], [company], '2026-11-23').coincidencias.map(({ id_entidad }) => id_entidad)).toEqual(['last']);
});
