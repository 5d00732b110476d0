import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { createHttpClient } from '@vigia/outbound-http';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { connectorOf } from '../../src/asking/connectors.js';
import { Imported } from '../../src/registry/imported.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { publish } from '../registry/published.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const document: Document = { docType: 'RUC', taxId: '20991000012' };
const told = {
  numero_ruc: document.taxId,
  nombre_o_razon_social: 'INDUSTRIAS NANDU',
  fecha_inscripcion: '01/03/2010',
  fecha_inicio_actividades: null,
  emisor_electronico_desde: null,
  afiliado_ple_desde: null,
  estado_contribuyente: null,
  condicion_contribuyente: null,
  sistema_emision: null,
  actividad_comercio_exterior: null,
  actividades_economicas: [],
  comprobantes_electronicos: [],
  omisiones_tributarias: null,
  domicilio: null,
};
const limits = { readyProviders: [], sourcesUrl: 'http://127.0.0.1:1', sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };

describe('a provider over the padrón that falls silent', () => {
  let server: TestDatabase;
  let database: Database;
  let provider: LoopbackProvider;
  let status = 200;
  const client = createHttpClient();

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
    const taxpayer = {
      ruc: document.taxId,
      name: 'INDUSTRIAS ÑANDÚ S.A.C.',
      status: 'ACTIVO',
      condition: 'HABIDO',
      ubigeo: '150101',
      address: null,
    };
    await publish(server, 'padron_reducido', '2026-11-20', [taxpayer], { scope: 'companies' });
    provider = await startProvider((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ sourceVersion: 'one', observedAt: '2026-11-20T12:00:00Z', data: told }));
    });
  });
  afterAll(async () => {
    provider?.stop();
    await client.close();
    await database?.close();
    await server?.drop();
  });

  it('takes nothing back of what it gave', async () => {
    const overlays = [{ name: 'one', url: `${provider.url}/{ruc}`, auth: {} }];
    const file = readProviderFile(JSON.stringify({ sources: { identificacion: { kind: 'overlay', overlays } } }), {});
    const surroundings = {
      database,
      imported: new Imported(database),
      lists: new Lists(database),
      client,
      logger: createLogger('test', { level: 'silent' }),
    };
    const connector = connectorOf('identificacion', providersOf({ ...limits, providers: file }).identificacion, surroundings);
    const ask = async () => {
      const answer = await connector.ask(document, new AbortController().signal);
      if (answer.outcome !== 'data') throw new Error(JSON.stringify(answer));
      return answer;
    };
    const first = await ask();
    expect(first).toMatchObject({
      data: { nombre_o_razon_social: 'INDUSTRIAS ÑANDÚ S.A.C.', fecha_inscripcion: '01/03/2010' },
      trail: { fields: { fecha_inscripcion: { sourceVersion: 'one' } } },
    });
    await database.rows(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answer, complete, source_version, observed_at, answered_at, trail)
       VALUES ('RUC', $1, 'identificacion', 'data', $2, true, $3, $4, now(), $5)`,
      [document.taxId, JSON.stringify(first.data), first.sourceVersion, first.observedAt, JSON.stringify(first.trail)],
    );
    status = 500;
    const second = await ask();
    expect(second.data).toEqual(first.data);
    expect(second.trail).toMatchObject({ partial: true, fields: first.trail!.fields });
  });
});
