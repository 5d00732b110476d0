import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rucOfDni } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { JobReturnedError } from '@vigia/messaging';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { subjectsOf, type Subject } from '../../src/screening/domain/subjects.js';
import { topicOf } from '../../src/screening/lists/list-meanings.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { listsInUse } from '../../src/screening/lists/read-lists.js';
import { screenProfile } from '../../src/screening/screen-profile.js';
import { listas_compliance } from '../../src/sources/listas_compliance/listas_compliance.js';
import { plantList, plantSanctions } from './planted-list.js';

const today = '2026-11-23';
/** What a list says about Peru after the import: the number of a libreta electoral is a DNI. */
const peru = [
  {
    id: 'P1',
    kind: 'company',
    names: [{ name: 'AVICOLA QUEBRADA BLANCA S.A.C.', order: 'unknown' }],
    documents: [{ type: 'RUC', number: '20991000047', country: 'PE' }],
    countries: ['PE'],
  },
  {
    id: 'P2',
    names: [{ name: 'OYARZUN BENDEZU, Fortunato' }],
    documents: [{ type: 'DNI', number: '09990011', country: 'PE' }],
    countries: ['PE'],
  },
  {
    id: 'P3',
    names: [{ name: 'ZEVALLOS ARAMBURU, Leoncio' }],
    documents: [{ type: 'RUC', number: rucOfDni('99990022'), country: 'PE' }],
    countries: ['PE'],
  },
];
const person: Subject = { sujeto: 'titular', nombre: null, documentos: [], nacimiento: null, paises: [] };
const company: Partial<Subject> = { documentos: [{ tipo: 'RUC', numero: '20991000039' }], paises: ['PE'] };

describe('a screening against lists of the registry', () => {
  let server: TestDatabase;
  let database: Database;
  let lists: Lists;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
    lists = new Lists(database);
    await plantList(server, 'un', 'un 2026-11-20', [
      {
        id: 'U1',
        names: [{ name: 'Nicanor Echenique Llerena', order: 'unknown' }],
        countries: ['PE'],
        births: [{ day: '1970-05-01' }],
        link: 'https://example.com/U1',
      },
      { id: 'U2', names: [{ name: 'URIARTE QUEVEDO OFELIA' }, { name: 'La Ofelia', weak: true, order: 'unknown' }] },
      { id: 'U3', names: [{ name: 'LLERENA OCHARAN BENIGNO' }], births: [{ from: 1960, to: 1960, approximate: true }] },
    ]);
    await plantList(server, 'ofac_sdn', 'ofac 1', [
      { id: 'O1', names: [{ name: 'ECHENIQUE LLERENA, Nicanor' }], documents: [{ type: 'DNI', number: '99991234', country: 'PE' }] },
      { id: 'O2', kind: 'vessel', names: [{ name: 'PUNTA GAVIOTA', order: 'unknown' }], countries: ['PE'] },
      { id: 'O3', names: [{ name: 'TERRONES VELARDE MACARIO' }], until: '2026-11-22' },
      { id: 'O4', names: [{ name: 'Velarde Macario, Remigio' }], documents: [{ type: 'passport', number: 'AB 123' }] },
      {
        id: 'O5',
        names: [{ name: 'Melchor Abanto Chuquillanqui', weak: true, order: 'unknown' }, { name: 'ABANTO CHUQUILLANQUI, Melchor Isidro' }],
      },
    ]);
    await plantSanctions(server, 'oece_sancionados', 'oece 1', [
      { document: '20991000012', name: 'OBRAS CANAL SECO E.I.R.L.' },
      { document: '20991000012', name: 'OBRAS CANAL SECO E.I.R.L.', ends: '2020-01-01' },
      { name: 'CONSORCIO LAGUNA HONDA S.A.C.' },
      { document: '99000001234', name: 'PUENTES RIO MANSO S.A.C.' },
    ]);
  });

  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  let isPlanted = false;
  const plantPeru = async () => {
    if (!isPlanted) await plantList(server, 'ofac_consolidated', 'ofac 2', peru);
    isPlanted = true;
  };
  const hits = async (...subjects: Partial<Subject>[]) =>
    screenProfile(
      await lists.current(),
      subjects.map((subject) => ({ ...person, ...subject })),
      today,
    ).coincidencias;
  const levelOf = (answer: object) =>
    (listas_compliance.piece(answer as never, { docType: 'DNI', taxId: '99991234' }) as { nivel: string }).nivel;

  it('names list, version, entry and link, and whether the list binds in Peru', async () => {
    expect(await hits({ nombre: 'ECHENIQUE LLERENA NICANOR', paises: ['PE'] })).toMatchObject([
      {
        lista: 'un',
        version: 'un 2026-11-20',
        id_entidad: 'U1',
        enlace: 'https://example.com/U1',
        vinculante: true,
        tema: 'sancion',
        fuerza: 0.4,
      },
      { lista: 'ofac_sdn', id_entidad: 'O1', enlace: null, vinculante: false, fuerza: 0.3 },
    ]);
  });

  it('takes any word as the family name, unless the list says which word it is', async () => {
    expect(await hits({ nombre: 'ECHENIQUE BUSTINZA NICANOR' })).toEqual([]);
    expect((await hits({ nombre: 'LLERENA ECHENIQUE NICANOR' })).map(({ lista }) => lista).toSorted()).toEqual(['ofac_sdn', 'un']);
    expect((await hits({ nombre: 'LLERENA NICANOR' })).map(({ lista }) => lista)).toEqual(['un']);
  });

  it('shows a weak alias only when it is nearly the same, with less strength', async () => {
    expect(await hits({ nombre: 'La Ofelia' })).toMatchObject([
      { id_entidad: 'U2', nombre_listado: 'La Ofelia', fuerza: 0.15, indicios: [{ indicio: 'alias_debil' }] },
    ]);
    expect(await hits({ nombre: 'Ofelita' })).toEqual([]);
  });

  it('finds a passport in any spelling', async () => {
    expect(await hits({ documentos: [{ tipo: 'PASAPORTE', numero: 'ab123' }] })).toMatchObject([{ id_entidad: 'O4' }]);
  });

  it('finds a passport under a name that has a word in common, and not under a wholly different one: another country may have its number', async () => {
    const documentos = [{ tipo: 'PASAPORTE', numero: 'AB123' }];
    const coincidencias = await hits({ nombre: 'VELARDE SOTO RENATA', documentos });
    expect(coincidencias).toMatchObject([{ id_entidad: 'O4', documento: { numero: 'AB123' } }]);
    expect(levelOf({ listas: [{ lista: 'x', version: '1' }], coincidencias })).toBe('Alerta Alta');
    expect(await hits({ nombre: 'CHUMBIPUMA SOTO RENATA', documentos })).toEqual([]);
  });

  it('finds sanctions of Peru, and no sanction that has ended', async () => {
    const holder = subjectsOf({ docType: 'RUC', taxId: '20991000012' }, { nombre_o_razon_social: 'OTRO NOMBRE', numero_ruc: null }, null);
    expect(await hits(...holder)).toMatchObject([{ lista: 'oece_sancionados', id_entidad: '20991000012 R-1', tema: 'inhabilitacion' }]);
    expect(await hits({ nombre: 'TERRONES VELARDE MACARIO' })).toEqual([]);
  });

  it.each<[what: string, subject: Partial<Subject>, level: string]>([
    ['the same name alone', { nombre: 'ECHENIQUE LLERENA NICANOR' }, 'Alerta Media'],
    ['a similar name alone', { nombre: 'KEVEDO URIARTE OPHELIA MARIA' }, 'Alerta Baja'],
    ['a name with the same birth', { nombre: 'ECHENIQUE LLERENA NICANOR', nacimiento: '1970-05-01' }, 'Alerta Alta'],
    ['a name born about a year earlier', { nombre: 'LLERENA OCHARAN BENIGNO', nacimiento: '1961-05-01' }, 'Alerta Media'],
    ['a weak alias', { nombre: 'La Ofelia' }, 'Alerta Baja'],
    ['a name that counts as the same beside a weak alias that is more alike', { nombre: 'ABANTO CHUQUILLANQUI MELCHOR' }, 'Alerta Media'],
    ['a sanction of Peru without a document', { ...company, nombre: 'CONSORCIO LAGUNA HONDA S.A.C.' }, 'Alerta Media'],
    ['a sanction of Peru under a number that is no document', { ...company, nombre: 'PUENTES RIO MANSO S.A.C.' }, 'Alerta Media'],
    ['a ship under the flag of Peru with the name of a company', { ...company, nombre: 'PUNTA GAVIOTA' }, 'Alerta Baja'],
    ['a document of a sanctioned person', { nombre: 'X Y', documentos: [{ tipo: 'DNI', numero: '99991234' }] }, 'Alerta Alta'],
  ])('gives %s the right level', async (_what, subject, level) => {
    const coincidencias = await hits(subject);
    expect(coincidencias.length).toBeGreaterThan(0);
    expect(levelOf({ listas: [{ lista: 'x', version: '1' }], coincidencias })).toBe(level);
  });

  it.each<[how: string, docType: 'RUC' | 'DNI', taxId: string, entity: string]>([
    ['a company by its RUC', 'RUC', '20991000047', 'P1'],
    ['a person listed with a libreta electoral, by the DNI of the same number', 'DNI', '09990011', 'P2'],
    ['that person by the RUC that contains the DNI', 'RUC', rucOfDni('09990011'), 'P2'],
    ['a person listed with a RUC 10, by that RUC', 'RUC', rucOfDni('99990022'), 'P3'],
    ['that person by the DNI in the RUC', 'DNI', '99990022', 'P3'],
  ])('finds in Peru %s, under any name', async (_how, docType, taxId, entity) => {
    await plantPeru();
    const holder = subjectsOf({ docType, taxId }, { nombre_o_razon_social: 'OTRO NOMBRE', numero_ruc: null }, null);
    const coincidencias = await hits(...holder);
    expect(coincidencias).toMatchObject([{ lista: 'ofac_consolidated', id_entidad: entity }]);
    expect(levelOf({ listas: [{ lista: 'x', version: '1' }], coincidencias })).toBe('Alerta Alta');
  });

  it.each(peru.map(({ id, names }) => [id, names[0]!.name]))('gives the name of %s alone no more than Alerta Media', async (id, nombre) => {
    await plantPeru();
    const documentos = [id === 'P1' ? { tipo: 'RUC', numero: '20991000039' } : { tipo: 'DNI', numero: '99990099' }];
    const coincidencias = await hits({ nombre, documentos, paises: ['PE'] });
    expect(coincidencias).toMatchObject([{ id_entidad: id, similitud: 1, documento: null }]);
    expect(levelOf({ listas: [{ lista: 'x', version: '1' }], coincidencias })).toBe('Alerta Media');
  });

  it('uses no invented list, and operators read which lists it uses, with the topics of their hits', async () => {
    await server.query(`INSERT INTO profiles.list (name, version, topic) VALUES ('PEP-INVENTADAS', '1', 'pep')`);
    const read = await server.query<{ name: string; topic: string }>('SELECT name, topic FROM profiles.screening_list ORDER BY name');
    const used = (await listsInUse(database)).map(({ lista }) => ({ name: lista, topic: topicOf(lista) }));
    expect(used).toContainEqual({ name: 'oece_sancionados', topic: 'inhabilitacion' });
    expect(read).toEqual(used);
  });

  it('is given back when the process ends while a list is read', async () => {
    const ending = new Lists(database);
    const reading = ending.current();
    ending.beforeApplicationShutdown();
    await expect(reading).rejects.toBeInstanceOf(JobReturnedError);
  });

  it('uses a new version as a whole', async () => {
    await plantList(server, 'un', 'un 2026-11-21', [{ id: 'U9', names: [{ name: 'DAVELOUIS SAAVEDRA URBANO' }] }]);
    expect(await hits({ nombre: 'URIARTE QUEVEDO OFELIA' })).toEqual([]);
    expect(await hits({ nombre: 'DAVELOUIS SAAVEDRA URBANO' })).toMatchObject([{ version: 'un 2026-11-21', id_entidad: 'U9' }]);
    // A new importer reads the same file otherwise.
    await plantList(server, 'un', 'un 2026-11-21', [{ id: 'U9', names: [{ name: 'TERRONES SAAVEDRA URBANO' }] }]);
    expect(await hits({ nombre: 'TERRONES SAAVEDRA URBANO' })).toMatchObject([{ version: 'un 2026-11-21', id_entidad: 'U9' }]);
    await server.query(
      `UPDATE registry.version SET label = 'un 2026-11-22' WHERE id = (SELECT version FROM registry.current WHERE dataset = 'un')`,
    );
    expect(await hits({ nombre: 'TERRONES SAAVEDRA URBANO' })).toMatchObject([{ version: 'un 2026-11-22', id_entidad: 'U9' }]);
  });
});
