import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { datasetOf, datasets } from '../src/datasets/datasets.js';
import { padronReducido } from '../src/datasets/padron_reducido/layout.js';
import { fetchedSource, mostBytesOf } from '../src/importing/sources.js';
import { watchedFiles } from '../src/importing/watched-files.js';

/** A network on the way can change these files. docs/security.md says so; SUNAT names no HTTPS address for them. */
const unencrypted = [
  'agentes_percepcion_combustibles',
  'agentes_percepcion_venta_interna',
  'agentes_retencion',
  'buenos_contribuyentes',
  'exportaciones',
  'importaciones',
];

it('a register is fetched by HTTPS, but for six', () => {
  const plain = datasets.filter(({ address }) => address?.startsWith('http:'));
  expect(plain.map(({ name }) => name).sort()).toEqual(unencrypted);
});

it.each(unencrypted)('%s may fill less of a disk than a register that nobody on the way can write', async (name) => {
  const dataset = datasetOf(name)!;
  const tooLarge = mostBytesOf(dataset) + 1;
  expect(tooLarge).toBeLessThan(mostBytesOf(padronReducido) / 2);
  const publisher = createServer((_, answer) => {
    answer.writeHead(200, { 'content-length': tooLarge });
    answer.write('the beginning', () => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'vigia-plain-'));
  try {
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/file.zip`;
    const fetching = fetchedSource({ dataset, folder, address, signal: new AbortController().signal, onBytes: () => undefined });
    await expect(fetching).rejects.toThrow(`${tooLarge} bytes or more, and ${tooLarge - 1} are taken at most`);
  } finally {
    rmSync(folder, { recursive: true });
    publisher.close();
  }
});

it('a file is refused where it grows beyond the limit of its data set, and is read no further', async () => {
  let sent = 0;
  const main = {
    name: 'AgenRet_TXT.txt',
    async *open() {
      for (; sent < 1_000; sent += 1) yield await Promise.resolve(Buffer.alloc(1024 ** 2));
    },
  };
  const counted: number[] = [];
  const source = { paths: [], states: [] };
  const { main: watched } = watchedFiles({ main }, { source, mostBytes: 3 * 1024 ** 2, onBytes: (bytes) => counted.push(bytes) });
  const read = async () => {
    for await (const chunk of watched!.open()) expect(chunk).toHaveLength(1024 ** 2);
  };
  await expect(read()).rejects.toMatchObject({ code: 'form', message: 'AgenRet_TXT.txt has more than 3 MB, unpacked' });
  expect(sent).toBe(3);
  expect(counted).toEqual([1, 2, 3].map((megabytes) => megabytes * 1024 ** 2));
});
