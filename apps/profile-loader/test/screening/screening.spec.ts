import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import type { DataSource } from 'typeorm';
import { inTransaction } from '@vigia/database';
import { subjectsOf, type Subject } from '../../src/screening/domain/subjects.js';
import { importBundledLists } from '../../src/screening/bundled/import-bundled-lists.js';
import { importList, type ListVersion } from '../../src/screening/import-list.js';
import { screenProfile } from '../../src/screening/screen-profile.js';
import { ScreeningConnector } from '../../src/screening/screening-connector.js';

const list: ListVersion = {
  name: 'PRUEBA',
  version: '1',
  topic: 'sancion',
  entities: [
    { id: 'A', kind: 'person', names: ['ECHENIQUE LLERENA NICANOR', 'NICO EL LARGO'], documents: [{ tipo: 'DNI', numero: '99991234' }] },
    { id: 'B', kind: 'company', names: ['MADERAS OCAÑAR S.A.C.'], documents: [{ tipo: 'RUC', numero: '20991000012' }] },
  ],
};

describe('a screening', () => {
  let server: TestDatabase;
  let database: DataSource;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
  });

  afterAll(async () => {
    await database?.destroy();
    await server?.drop();
  });

  const screen = (...subjects: Partial<Subject>[]) =>
    inTransaction(database, (tx) =>
      screenProfile(
        tx,
        subjects.map((subject) => ({ sujeto: 'titular', nombre: null, documentos: [], ...subject })),
      ),
    );
  const hits = async (...subjects: Partial<Subject>[]) => (await screen(...subjects))!.coincidencias;

  it('without any list is none', async () => {
    expect(await screen({ nombre: 'ECHENIQUE LLERENA NICANOR' })).toBeUndefined();
  });

  it('uses a list that several processes have brought at once, once', async () => {
    const changed = await Promise.all(Array.from({ length: 8 }, () => importList(database, list)));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await screen({})).toEqual({ listas: [{ lista: 'PRUEBA', version: '1' }], coincidencias: [] });
    expect(await server.query('SELECT count(*)::int AS names FROM profiles.list_name')).toEqual([{ names: 3 }]);
  });

  it('finds a name through a typing error, and says how', async () => {
    expect(await hits({ nombre: 'Nicanor Echenique Lerena' })).toEqual([
      expect.objectContaining({
        lista: 'PRUEBA',
        version: '1',
        tema: 'sancion',
        id_entidad: 'A',
        sujeto: 'titular',
        documento: null,
        evidencia: 'nombre',
        nombre_listado: 'ECHENIQUE LLERENA NICANOR',
        similitud: expect.any(Number),
        alineacion: expect.arrayContaining([{ consultado: 'echenique', listado: 'echenique', puntaje: 1 }]),
      }),
    ]);
    expect(await hits({ nombre: 'ECHENIQUE ROJAS MARIA' })).toEqual([]);
  });

  it('finds a person by DNI and by the RUC that carries it, whatever the name', async () => {
    const ruc = subjectsOf({ docType: 'RUC', taxId: '10999912341' }, null, null);
    const dni = subjectsOf({ docType: 'DNI', taxId: '99991234' }, null, null);
    for (const subjects of [ruc, dni]) {
      expect(await hits(...subjects)).toMatchObject([
        { id_entidad: 'A', evidencia: 'documento', documento: { tipo: 'DNI', numero: '99991234' } },
      ]);
    }
    expect(await hits(...subjectsOf({ docType: 'DNI', taxId: '99991235' }, null, null))).toEqual([]);
  });

  it('tells the representative from the holder', async () => {
    const representantes = [
      { tipo_documento: 'DNI', numero_documento: '99991234', nombre: 'X Y', cargo: 'G', fecha_desde: null, participacion: null },
    ];
    const found = await hits(...subjectsOf({ docType: 'RUC', taxId: '20991234561' }, null, { representantes }));
    expect(found).toMatchObject([{ id_entidad: 'A', sujeto: 'representante', evidencia: 'documento' }]);
  });

  it('uses a new version whole, and nothing of the old one', async () => {
    const next = { ...list, version: '2', entities: [{ ...list.entities[1]!, names: ['MADERAS RIO LARGO S.A.'] }] };
    expect(await importList(database, next)).toBe(true);
    expect(await importList(database, next)).toBe(false);
    expect(await hits({ nombre: 'ECHENIQUE LLERENA NICANOR' }, { nombre: 'MADERAS OCAÑAR' })).toEqual([]);
    expect(await screen({ nombre: 'Maderas Río Largo' })).toMatchObject({
      listas: [{ version: '2' }],
      coincidencias: [{ id_entidad: 'B' }],
    });
  });

  it('of nobody is not done: the source fails, and is not asked again', async () => {
    const connector = new ScreeningConnector(database);
    expect(await connector.ask({ docType: 'DNI', taxId: '99990002' })).toEqual({ outcome: 'failed', reason: 'nobody_to_screen' });
  });

  it('finds nobody among the invented lists by chance', async () => {
    await importBundledLists(database);
    await importBundledLists(database);
    const families = ['QUISPE', 'FLORES', 'MORALES', 'TAPIA', 'ZEGARRA', 'POMA', 'VALVERDE'];
    const names = families.flatMap((one) => families.map((other) => `${one} ${other} JUAN CARLOS`));
    expect(await hits(...names.map((nombre) => ({ nombre })))).toEqual([]);
  });
});
