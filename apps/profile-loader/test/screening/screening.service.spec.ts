import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rucOfDni } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { subjectsOf, type Subject } from '../../src/screening/domain/subjects.js';
import { importList, type InventedList } from '../../src/screening/import-list.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { screenProfile } from '../../src/screening/screen-profile.js';

const list: InventedList = {
  name: 'PRUEBA',
  version: '1',
  topic: 'sancion',
  entities: [
    { id: 'A', kind: 'person', names: ['ECHENIQUE LLERENA NICANOR', 'NICO EL LARGO'], documents: [{ tipo: 'DNI', numero: '99991234' }] },
    { id: 'C', kind: 'person', names: ['URIARTE QUEVEDO OFELIA'], documents: [{ tipo: 'RUC', numero: rucOfDni('99995678') }] },
    { id: 'B', kind: 'company', names: ['MADERAS OCAÑAR S.A.C.'], documents: [{ tipo: 'RUC', numero: '20991000012' }] },
  ],
};

describe('a screening', () => {
  let server: TestDatabase;
  let database: Database;
  let lists: Lists;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader', lockTimeout: 60_000 });
    lists = new Lists(database);
  });

  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  const screen = async (...subjects: Partial<Subject>[]) =>
    screenProfile(
      await lists.current(),
      subjects.map((subject) => ({ sujeto: 'titular', nombre: null, documentos: [], nacimiento: null, paises: [], ...subject })),
      '2026-11-23',
    );
  const hits = async (...subjects: Partial<Subject>[]) => (await screen(...subjects)).coincidencias;

  it('without any list has no hits', async () => {
    expect(await screen({ nombre: 'ECHENIQUE LLERENA NICANOR' })).toEqual({ listas: [], coincidencias: [], ended: [] });
  });

  it('uses a list once that several processes have imported at once', async () => {
    const changed = await Promise.all(Array.from({ length: 8 }, () => importList(database, list)));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await screen({})).toEqual({ listas: [{ lista: 'PRUEBA', version: '1' }], coincidencias: [], ended: [] });
    expect(await server.query('SELECT count(*)::int AS names FROM profiles.list_name')).toEqual([{ names: 4 }]);
  });

  it('finds a name despite a typing error, and gives the matched words', async () => {
    expect(await hits({ nombre: 'Nicanor Echenique Lerena' })).toEqual([
      expect.objectContaining({
        lista: 'PRUEBA',
        version: '1',
        tema: 'sancion',
        id_entidad: 'A',
        sujeto: 'titular',
        documento: null,
        nombre_listado: 'ECHENIQUE LLERENA NICANOR',
        similitud: expect.any(Number),
        alineacion: expect.arrayContaining([{ consultado: 'echenique', listado: 'echenique', puntaje: 1 }]),
      }),
    ]);
    expect(await hits({ nombre: 'ECHENIQUE ROJAS MARIA' })).toEqual([]);
  });

  it.each([
    ['the DNI by the DNI', { docType: 'DNI', taxId: '99991234' }, 'A', 'DNI'],
    ['the DNI by the RUC that contains it', { docType: 'RUC', taxId: rucOfDni('99991234') }, 'A', 'DNI'],
    ['the RUC by the DNI in it', { docType: 'DNI', taxId: '99995678' }, 'C', 'RUC'],
    ['the RUC by the RUC', { docType: 'RUC', taxId: rucOfDni('99995678') }, 'C', 'RUC'],
  ] as const)('finds a person listed with %s, under any name', async (_how, document, id_entidad, tipo) => {
    const holder = subjectsOf(document, { nombre_o_razon_social: 'OTRO NOMBRE', numero_ruc: null }, null);
    expect(await hits(...holder)).toMatchObject([{ id_entidad, sujeto: 'titular', documento: { tipo } }]);
  });

  it('finds a person by the RUC that the registry gives for another document', async () => {
    const registered = { nombre_o_razon_social: 'OTRO NOMBRE', numero_ruc: '20991000012' };
    expect(await hits(...subjectsOf({ docType: 'CE', taxId: 'SIM000000001' }, registered, null))).toMatchObject([{ id_entidad: 'B' }]);
  });

  it('finds nobody by a neighbouring document, nor by the same number of another kind', async () => {
    expect(await hits(...subjectsOf({ docType: 'DNI', taxId: '99991235' }, null, null))).toEqual([]);
    expect(await hits({ documentos: [{ tipo: 'CE', numero: '99991234' }] })).toEqual([]);
  });

  it.each(['99991234', '99995678'])('finds a representative by the document %s', async (numero_documento) => {
    const representantes = [{ tipo_documento: 'DNI', numero_documento, nombre: 'X Y' }];
    const found = await hits(...subjectsOf({ docType: 'RUC', taxId: '20991234561' }, null, { representantes }));
    expect(found).toMatchObject([{ sujeto: 'representante', nombre_consultado: 'X Y', documento: { numero: expect.any(String) } }]);
  });

  it('gives each hit once, and hits by document before hits by name', async () => {
    const found = await hits(
      { nombre: 'MADERAS OCAÑAR', documentos: [{ tipo: 'RUC', numero: '20990000086' }] },
      { nombre: 'ECHENIQUE LLERENA NICANOR', documentos: [{ tipo: 'DNI', numero: '99991234' }] },
    );
    expect(found).toMatchObject([
      { id_entidad: 'A', documento: { tipo: 'DNI' }, similitud: 1 },
      { id_entidad: 'B', documento: null, similitud: 1 },
    ]);
  });

  it('rates a person and a company of the same name as less similar, unless it does not know that the subject is a person', async () => {
    const person = [{ tipo: 'DNI', numero: '99990077' }];
    expect(await hits({ nombre: 'MADERAS OCAÑAR', documentos: person })).toMatchObject([{ id_entidad: 'B', similitud: 0.85 }]);
    expect(await hits({ nombre: 'MADERAS OCAÑAR' })).toMatchObject([{ id_entidad: 'B', similitud: 1 }]);
  });

  it('uses a new version as a whole, and nothing of the old one', async () => {
    const next = { ...list, version: '2', entities: [{ ...list.entities[2]!, names: ['MADERAS RIO LARGO S.A.'] }] };
    expect(await importList(database, next)).toBe(true);
    expect(await importList(database, next)).toBe(false);
    expect(await hits({ nombre: 'ECHENIQUE LLERENA NICANOR' }, { nombre: 'MADERAS OCAÑAR' })).toEqual([]);
    expect(await screen({ nombre: 'Maderas Río Largo' })).toMatchObject({
      listas: [{ version: '2' }],
      coincidencias: [{ id_entidad: 'B' }],
    });
  });

  it('sees one version of a list while the list is replaced again and again', async () => {
    const entities = (id: string) => [{ ...list.entities[2]!, id, names: ['MADERAS OCAÑAR'] }];
    const everybody = Array.from({ length: 20 }, () => ({
      nombre: 'MADERAS OCAÑAR',
      documentos: [{ tipo: 'RUC', numero: '20991000012' }],
    }));
    let imported = 0;
    let isScreening = true;
    const replace = async () => {
      while (isScreening) {
        imported += 1;
        await importList(database, { ...list, version: `r${imported}`, entities: entities(`of r${imported}`) });
      }
    };
    const replacing = replace();
    const seen = new Set<string>();
    try {
      while (seen.size < 10) {
        const { listas, coincidencias } = await screen(...everybody);
        const { version } = listas[0]!;
        if (version === '2') continue;
        seen.add(version);
        expect(new Set(coincidencias.map((hit) => `${hit.version}, ${hit.id_entidad}`))).toEqual(new Set([`${version}, of ${version}`]));
        expect(coincidencias).toHaveLength(everybody.length);
      }
    } finally {
      isScreening = false;
      await replacing;
    }
  });
});
