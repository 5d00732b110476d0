import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdLock, waitUntil } from '@vigia/testing';
import { zipOf } from './fixtures/stored-zip.js';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const reason = 'it was not finished within 0 minutes (VIGIA_DATA_DEADLINE_MS)';

describe('a file of a page that never ends', () => {
  it('leaves time for the others', async () => {
    const [endless, whole] = ['ma24300826', 'ma31060926'];
    const content = readFileSync(new URL('fixtures/importaciones/ma31060926.dbf', import.meta.url));
    const publisher = createServer(({ url = '' }, response) => {
      if (url.endsWith('.htm')) response.end(`<a href="${endless}.zip"><a href="${whole}.zip">`);
      else if (url.includes(endless)) response.writeHead(200, { 'content-length': 1_000 }).write('PK');
      else response.end(zipOf({ name: `${whole}.dbf`, content }));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/page.htm`;
    const importer = await startImporter({
      VIGIA_DATA_ADDRESSES: JSON.stringify({ importaciones: address }),
      VIGIA_DATA_DEADLINE_MS: '24000',
    });
    try {
      const { version } = await importer.ask('datasets.import', { dataset: 'importaciones', actor: 'prueba' });
      expect(await importer.untilEnded(version.version)).toMatchObject({ state: 'current', address: expect.stringContaining(whole) });
    } finally {
      await importer.stop();
      publisher.closeAllConnections();
      publisher.close();
    }
  });
});

describe('an import that takes too long', () => {
  let importer: RunningImporter;
  let publisher: Server;

  beforeAll(async () => {
    publisher = createServer((_, response) => response.writeHead(200, { 'content-length': 1_000 }).write('RUC|')).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/padron_reducido_ruc.txt`;
    importer = await startImporter({ VIGIA_DATA_ADDRESSES: JSON.stringify({ [padron]: address }), VIGIA_DATA_DEADLINE_MS: '1000' });
  });

  afterAll(async () => {
    await importer?.stop();
    publisher.closeAllConnections();
    publisher.close();
  });

  const fileOf = (name: string) => importer.file('padron_reducido_ruc.txt', latin1(padronHeader, padronLine('20991000012', name)));
  const endOf = async (version: number) => {
    const { state, failure } = await importer.untilEnded(version);
    return { state, failure };
  };

  it('fails although its publisher has not answered to the end, and the next import begins', async () => {
    const first = (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba' })).version;
    const next = (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', files: [fileOf('ACME')] })).version;
    expect(await endOf(first.version)).toEqual({ state: 'failed', failure: reason });
    await waitUntil(
      async () => {
        const [begun] = await importer.database.query('SELECT FROM registry.version WHERE id = $1 AND started_at IS NOT NULL', [
          next.version,
        ]);
        return begun !== undefined;
      },
      { what: 'the next import has begun' },
    );
    await importer.untilEnded(next.version);
  });

  it('fails although its statement goes on waiting for a lock', async () => {
    const lock = await holdLock(importer.database, 'LOCK TABLE registry.taxpayer IN SHARE UPDATE EXCLUSIVE MODE');
    try {
      const { version } = (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', files: [fileOf('ACME DOS')] }))
        .version;
      expect(await endOf(version)).toEqual({ state: 'failed', failure: reason });
    } finally {
      await lock.release();
    }
  });
});
