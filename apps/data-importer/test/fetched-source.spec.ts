import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ofacSdn } from '../src/datasets/ofac_sdn/layout.js';
import { fetchedSource } from '../src/importing/sources.js';

it('a download of several files keeps no file when one fails, nor the files of an earlier process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-together-'));
  writeFileSync(join(folder, 'alt.csv'), 'whole, from before');
  const publisher = createServer(({ url }, response) => response.writeHead(url === '/alt.csv' ? 500 : 200).end('content')).listen(
    0,
    '127.0.0.1',
  );
  await once(publisher, 'listening');
  try {
    const origin = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
    const dataset = { ...ofacSdn, address: `${origin}/sdn.csv`, alsoAt: [`${origin}/alt.csv`] };
    const fetching = fetchedSource({ dataset, folder, signal: new AbortController().signal, onBytes: () => undefined });
    await expect(fetching).rejects.toThrow('answered 500');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    publisher.closeAllConnections();
    publisher.close();
    rmSync(folder, { recursive: true });
  }
});
