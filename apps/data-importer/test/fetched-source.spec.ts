import dns from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ofacSdn } from '../src/datasets/ofac_sdn/layout.js';
import { un } from '../src/datasets/un/layout.js';
import { fetchedSource } from '../src/importing/sources.js';

/** A publisher that answers every address with this status, and notes which were asked for. */
async function publisherThat(statusOf: (path: string) => number) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(statusOf(url)).end('content');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, close, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigia-together-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const others = () => ({ folder, signal: new AbortController().signal, onBytes: () => undefined });

it('a download of several files keeps no file when one fails, nor the files of an earlier process', async () => {
  writeFileSync(join(folder, 'alt.csv'), 'whole, from before');
  const { origin, close } = await publisherThat((path) => (path === '/alt.csv' ? 500 : 200));
  try {
    const dataset = { ...ofacSdn, address: `${origin}/sdn.csv`, alsoAt: [`${origin}/alt.csv`] };
    await expect(fetchedSource({ dataset, ...others() })).rejects.toThrow('answered 500');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    close();
  }
});

it.each([
  ['has the others beside it, if it is one of the first file', '/copy/sdn.csv?key=1', ['sdn', 'alt', 'add', 'sdn_comments']],
  ['is all that is fetched, if it is one of something else', '/copy/ofac.zip', undefined],
])('an address that replaces those of the publisher %s', async (_what, path, names) => {
  const { origin, asked, close } = await publisherThat(() => 200);
  try {
    const source = await fetchedSource({ dataset: ofacSdn, address: `${origin}${path}`, ...others() });
    expect(asked).toEqual(names?.map((name) => `/copy/${name}.csv?key=1`) ?? [path]);
    expect(source).toMatchObject({ address: `${origin}${path}`, paths: { length: asked.length } });
  } finally {
    close();
  }
});

describe('the list of the United Nations', () => {
  beforeEach(() => {
    mock.method(dns, 'lookup', async () => [{ address: '127.0.0.1', family: 4 }]);
    syncBuiltinESMExports();
  });
  afterEach(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });

  /** Fetches it from an address that redirects to this host. */
  const redirectedTo = async (host: string) => {
    const publisher = createServer(({ url, socket }, response) => {
      if (url !== '/consolidated.xml') response.end('content');
      else response.writeHead(302, { location: `http://${host}:${socket.localPort}/EN/consolidatedLegacyByPRN.xml?sv=2024-05-04` }).end();
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/consolidated.xml`;
    return fetchedSource({ dataset: un, address, ...others() }).finally(() => {
      publisher.closeAllConnections();
      publisher.close();
    });
  };

  it('comes from the storage account that its address redirects to, and from no other account of that cloud', async () => {
    expect(await redirectedTo('unsolprodfiles.blob.core.windows.net')).toMatchObject({ bytes: 7 });
    await expect(redirectedTo('anybody.blob.core.windows.net')).rejects.toThrow('which is not listed');
  });
});
