import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document, SourceName } from '@vigia/contracts';
import { openDatabase, StatementError, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { retryDelayMs, type SourceAnswer, type SourceFailure } from '../../src/domain/source-answer.js';
import { importBundledLists, removeBundledLists } from '../../src/screening/bundled/invented-lists.js';
import { importList } from '../../src/screening/import-list.js';
import type { Screened } from '../../src/screening/screen-profile.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { ScreeningConnector } from '../../src/screening/screening-connector.js';
import { sectionDefinitions } from '../../src/sections/sections.js';
import { keepAnswers } from '../../src/summary/keep-answers.js';
import { listas_compliance } from '../../src/sources/listas_compliance/listas_compliance.js';
import { plantList } from './planted-list.js';
import { simulatedAnswers, type Told } from '../sections/simulated-answers.js';

const { alerta_compliance } = sectionDefinitions;

const company: Document = { docType: 'RUC', taxId: '20991234561' };
const person: Document = { docType: 'DNI', taxId: '99997777' };
const named = { nombre_o_razon_social: 'NADIE CONOCIDO', numero_ruc: null };
const dated = { sourceVersion: 'test', observedAt: '2026-11-01T00:00:00.000Z' };
const told = (data: object | null): SourceAnswer => (data ? { outcome: 'data', data, ...dated } : { outcome: 'empty', ...dated });

describe('the screening of a profile', () => {
  let server: TestDatabase;
  let database: Database;
  let connector: ScreeningConnector;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader', lockTimeout: 60_000 });
    connector = new ScreeningConnector(database, new Lists(database));
  });

  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  const keep = (document: Document, source: SourceName, answer: SourceAnswer) =>
    database.transaction(async (tx) => keepAnswers(tx, document, [{ source, answer }], { loadId: randomUUID(), intervals: '{}' }));
  const nobody = { outcome: 'failed', reason: 'nobody_to_screen' };

  it('is not contracted without any list, also after the bundled lists are removed', async () => {
    await keep(person, 'identificacion', told(named));
    const nobodyScreened = { outcome: 'not_contracted', subjects: [expect.objectContaining({ nombre: 'NADIE CONOCIDO' })] };
    expect(await connector.ask(person)).toEqual(nobodyScreened);
    await importBundledLists(database);
    expect(await connector.ask(person)).toMatchObject({ outcome: 'data' });
    await removeBundledLists(database);
    expect(await connector.ask(person)).toEqual(nobodyScreened);
  });

  it('names its lists, and is marked as simulated when they are invented', async () => {
    await Promise.all([importBundledLists(database), importBundledLists(database)]);
    expect(await connector.ask(person)).toEqual({
      outcome: 'data',
      data: { listas: expect.arrayContaining([{ lista: 'PEP-INVENTADAS', version: expect.any(String) }]), coincidencias: [] },
      sourceVersion: expect.stringMatching(/^PEP-INVENTADAS \S+, PROVEEDORES-INVENTADOS \S+, SANCIONES-INVENTADAS \S+$/),
      observedAt: expect.any(String),
      subjects: [expect.objectContaining({ sujeto: 'titular', nombre: 'NADIE CONOCIDO' })],
      trail: { simulated: true },
    });
  });

  it('is not contracted when the registry is not', async () => {
    const document: Document = { docType: 'DNI', taxId: '99997772' };
    await keep(document, 'identificacion', { outcome: 'not_contracted' });
    expect(await connector.ask(document)).toEqual({ outcome: 'not_contracted' });
    await keep(document, 'identificacion', { outcome: 'failed', reason: 'timeout' });
    expect(await connector.ask(document)).toMatchObject(nobody);
  });

  it.each<[what: string, taxId: string, answer: SourceAnswer]>([
    ['was not read', '99997771', { outcome: 'failed', reason: 'timeout' }],
    ['does not know the taxpayer', '99997773', { outcome: 'unknown_taxpayer' }],
  ])('fails without a retry when the registry %s', async (_what, taxId, answer) => {
    const document: Document = { docType: 'DNI', taxId };
    await keep(document, 'identificacion', answer);
    const screened = await connector.ask(document);
    expect(screened).toEqual(nobody);
    expect(retryDelayMs(screened as SourceFailure, 1, 0)).toBeUndefined();
  });

  it('of a company fails until its representatives were read, even if there are none', async () => {
    expect(await connector.ask(company)).toEqual(nobody);
    await keep(company, 'identificacion', told(named));
    expect(await connector.ask(company)).toEqual(nobody);
    await keep(company, 'representantes_legales', { outcome: 'failed', reason: 'timeout' });
    expect(await connector.ask(company)).toEqual(nobody);
    await keep(company, 'representantes_legales', told(null));
    expect(await connector.ask(company)).toMatchObject({ outcome: 'data', data: { coincidencias: [] } });
  });

  it('of a company is of it alone where representatives are not contracted, and fails when their first provider does', async () => {
    const document: Document = { docType: 'RUC', taxId: '20991234579' };
    await keep(document, 'identificacion', told(named));
    await keep(document, 'representantes_legales', { outcome: 'not_contracted' });
    expect(await connector.ask(document)).toMatchObject({ outcome: 'data', subjects: [{ sujeto: 'titular' }] });
    await keep(document, 'representantes_legales', { outcome: 'failed', reason: 'timeout' });
    expect(await connector.ask(document)).toEqual(nobody);
  });

  describe('without any name', () => {
    const nameless: Document = { docType: 'DNI', taxId: '99997774' };
    const listed: Document = { docType: 'DNI', taxId: '99997775' };

    beforeAll(async () => {
      await importBundledLists(database);
      await importList(database, {
        name: 'SANCIONES-DE-PRUEBA',
        version: '1',
        topic: 'sancion',
        entities: [{ id: 'P-1', kind: 'person', names: ['ALGUIEN DE LA LISTA'], documents: [{ tipo: 'DNI', numero: listed.taxId }] }],
      });
    });

    afterAll(() => server.query(`DELETE FROM profiles.list WHERE name = 'SANCIONES-DE-PRUEBA'`));

    it.each([
      ['is registered nowhere', null],
      ['is registered under a dash', { nombre_o_razon_social: ' - ', numero_ruc: null }],
    ])('is empty for a person who %s, and keeps the document for a later list', async (_what, registered) => {
      await keep(nameless, 'identificacion', told(registered));
      expect(await connector.ask(nameless)).toEqual({
        outcome: 'empty',
        listas: expect.arrayContaining([{ lista: 'SANCIONES-DE-PRUEBA', version: '1' }]),
        sourceVersion: expect.stringContaining('SANCIONES-DE-PRUEBA 1'),
        observedAt: expect.any(String),
        trail: { simulated: true },
        subjects: [
          expect.objectContaining({ sujeto: 'titular', documentos: expect.arrayContaining([{ tipo: 'DNI', numero: '99997774' }]) }),
        ],
      });
    });

    it('still has the hits of a listed document', async () => {
      await keep(listed, 'identificacion', told(null));
      expect(await connector.ask(listed)).toMatchObject({
        outcome: 'data',
        data: { coincidencias: [{ id_entidad: 'P-1', documento: { tipo: 'DNI', numero: listed.taxId } }] },
      });
    });

    it('has the hit of the document of a representative whose name is not specified', async () => {
      const represented: Document = { docType: 'RUC', taxId: '20997777787' };
      const representative = { nombre: 'NO ESPECIFICADO', tipo_documento: 'DNI', numero_documento: listed.taxId };
      await keep(represented, 'identificacion', told(null));
      await keep(represented, 'representantes_legales', told({ representantes: [representative] }));
      expect(await connector.ask(represented)).toMatchObject({
        outcome: 'data',
        data: { coincidencias: [{ id_entidad: 'P-1', sujeto: 'representante', nombre_consultado: '', similitud: 0 }] },
      });
      const unlisted = { ...representative, numero_documento: nameless.taxId };
      await keep(represented, 'representantes_legales', told({ representantes: [unlisted] }));
      expect(await connector.ask(represented)).toMatchObject({ outcome: 'empty' });
    });

    it('is still done by the name of a representative', async () => {
      const represented: Document = { docType: 'RUC', taxId: '20997777779' };
      const representative = { nombre: 'NADIE DE AQUI JAMAS', tipo_documento: 'DNI', numero_documento: null };
      await keep(represented, 'identificacion', told(null));
      await keep(represented, 'representantes_legales', told({ representantes: [representative] }));
      expect(await connector.ask(represented)).toMatchObject({ outcome: 'data', data: { coincidencias: [] } });
    });
  });

  it('uses the earlier answer when the registry fails', async () => {
    await keep(person, 'identificacion', { outcome: 'failed', reason: 'timeout' });
    expect(await connector.ask(person)).toMatchObject({ outcome: 'data' });
  });

  it('fails with a StatementError when the database is away', async () => {
    const closed = await openDatabase({ url: server.url, service: 'profile-loader' });
    await closed.close();
    await expect(new ScreeningConnector(closed, new Lists(closed)).ask(person)).rejects.toThrow(StatementError);
  });

  describe('of simulated taxpayers', () => {
    const screenings = new Map<string, { taxpayer: Told; screened: Screened; nivel: string }>();

    beforeAll(async () => {
      for (const taxpayer of await simulatedAnswers(['identificacion', 'representantes_legales', 'listas_compliance'])) {
        const { document, answers } = taxpayer;
        for (const source of ['identificacion', 'representantes_legales'] as const)
          await keep(document, source, told(answers[source] ?? null));
        const answer = await connector.ask(document);
        if (answer.outcome !== 'data') throw new Error(`${document.taxId} was not screened: ${JSON.stringify(answer)}`);
        const { nivel } = alerta_compliance.v2({ listas_compliance: answer.data }, document) as { nivel: string };
        screenings.set(document.taxId, { taxpayer, screened: answer.data as Screened, nivel });
      }
    });

    it.each([
      [
        'whose document is on a sanctions list',
        '20990000060',
        'Alerta Alta',
        { documento: { tipo: 'RUC' }, sujeto: 'titular', tema: 'sancion' },
      ],
      [
        'one of whose representatives is exposed',
        '20990000078',
        'Alerta Media',
        { documento: { tipo: 'DNI' }, sujeto: 'representante', tema: 'pep' },
      ],
      ['whose name is only similar', '20990000086', 'Alerta Baja', { documento: null, sujeto: 'titular', tema: 'sancion' }],
    ])('finds the one %s', (_what, taxId, level, hit) => {
      const { taxpayer, screened, nivel } = screenings.get(taxId)!;
      expect({ nivel, coincidencias: screened.coincidencias }).toMatchObject({ nivel: level, coincidencias: [hit] });
      // The simulated provider of screenings, which can be asked instead, gives the same result.
      expect(alerta_compliance.v2(taxpayer.answers, taxpayer.document)).toEqual({ nivel });
    });

    it('gives answers that the source definition accepts', () => {
      expect([...screenings.values()].filter(({ screened }) => !listas_compliance.accepts(screened))).toEqual([]);
    });

    it('uses only imported lists once there is one, and is then not marked as simulated', async () => {
      await plantList(server, 'un', 'un 1', [{ id: 'U-1', kind: 'company', names: [{ name: 'NADIE EN ABSOLUTO' }] }]);
      const answer = await connector.ask({ docType: 'RUC', taxId: '20990000060' });
      expect(answer).toMatchObject({ data: { listas: [{ lista: 'un', version: 'un 1' }], coincidencias: [] }, sourceVersion: 'un un 1' });
      expect(answer).not.toHaveProperty('trail');
    });

    it('raises the level of under 5 % of the others, and of nobody by the name alone', () => {
      const ordinary = [...screenings.values()].filter(({ taxpayer }) => !/^209900000(60|78|86)$/.test(taxpayer.document.taxId));
      const raised = ordinary.filter(({ nivel }) => nivel !== 'Alerta Baja');
      expect(ordinary.length).toBeGreaterThan(200);
      expect(raised.length).toBeLessThan(ordinary.length * 0.05);
      // Nobody is raised by name alone; some invented people have the documents of listed ones.
      expect(raised.filter(({ screened }) => screened.coincidencias.every(({ documento }) => documento === null))).toEqual([]);
    });
  });
});
