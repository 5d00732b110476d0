import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import type { SourceAnswer } from '../../src/domain/source-answer.js';
import { mappingOf } from '../../src/sections/sections.js';
import { AccumulatingConnector } from '../../src/sources/connector/accumulating-connector.js';
import type { AccumulatingSource } from '../../src/sources/providers/provider-file.js';

const told = (day: string) => ({ sourceVersion: 'bureau', observedAt: `${day}T12:00:00Z` });
const empty = (day: string): SourceAnswer => ({ outcome: 'empty', ...told(day) });

describe('what is kept of a source without a memory, when it holds nothing any more', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
  });
  afterAll(async () => {
    await database?.close();
    await server?.drop();
  });

  const ask = (source: AccumulatingSource, document: Document, answer: SourceAnswer) =>
    new AccumulatingConnector({ ask: async () => answer }, database, source).ask(document, new AbortController().signal);

  it('is that nothing is collected in that month: a debt that was paid is not the latest', async () => {
    const document: Document = { docType: 'RUC', taxId: '20991000012' };
    expect(await ask('deuda_coactiva', document, empty('2026-02-20'))).toEqual(empty('2026-02-20'));
    const owed = { periodo: '2026-03', deudas: [{ monto_deuda: 50_000 }] };
    await ask('deuda_coactiva', document, { outcome: 'data', data: { cortes: [owed] }, ...told('2026-03-31') });
    for (const day of ['2026-09-02', '2026-09-20']) {
      const answer = await ask('deuda_coactiva', document, empty(day));
      expect(answer).toEqual({ outcome: 'data', data: { cortes: [owed, { periodo: '2026-09', deudas: [] }] }, ...told(day) });
      const shown = mappingOf('deuda_coactiva').piece('data' in answer ? answer.data : null, document);
      expect(shown).toMatchObject({ latest: 0, six: 50_000, sinceSix: -50_000 });
    }
  });

  it('is what was declared, where nothing is no figure', async () => {
    const document: Document = { docType: 'RUC', taxId: '20991000021' };
    const declared = { periodos: [{ periodo: '2026-03', trabajadores: 4, pensionistas: 0, prestadores_servicio: 1 }] };
    await ask('trabajadores', document, { outcome: 'data', data: declared, ...told('2026-03-31') });
    expect(await ask('trabajadores', document, empty('2026-09-20'))).toMatchObject({ outcome: 'data', data: declared });
  });
});
