import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const dataset = 'oece_sancionados';
const titles =
  'FECHA_CORTE|RUC|NOMBRE_RAZONODENOMINACIONSOCIAL|FECHA_INICIO|FECHA_FIN|NUMERO_RESOLUCION|ID_MOTIVO_INFRACCION|DE_MOTIVO_INFRACCION';
const registerOf = (name: string) => `${titles}\n20261001|20991000012|${name}|20260101||R-1|1|MOTIVO\n`;

describe('a register that a page names', () => {
  let importer: RunningImporter;
  let publisher: Server;
  let published = '';
  let publications = 0;

  beforeAll(async () => {
    publisher = createServer(({ url = '' }, response) => {
      const download = `/download/sancionados.csv?version=${publications}`;
      response.end(url.startsWith('/page') ? JSON.stringify({ results: [{ title: 'sancionados.csv', _links: { download } }] }) : published);
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/page`;
    importer = await startImporter({ VIGIA_DATA_ADDRESSES: JSON.stringify({ [dataset]: address }) });
  });

  afterAll(async () => {
    await importer?.stop();
    publisher.closeAllConnections();
    publisher.close();
  });

  /** Two publications; the later one is in force, and the register is late. */
  beforeEach(async () => {
    await importer.ask('datasets.resume', { dataset, actor: 'prueba' });
    for (const name of [`UNO ${publications}`, `DOS ${publications}`]) {
      publish(registerOf(name));
      await fetched(2);
    }
    await importer.database.query(`UPDATE registry.dataset SET fresh_at = now() - interval '70 days' WHERE name = $1`, [dataset]);
  });

  /** Publishes under a new address. */
  const publish = (content: string) => {
    publications += 1;
    published = content;
  };
  const ended = async () =>
    (
      await importer.database.query<{ state: string }>(
        'SELECT state FROM registry.version WHERE dataset = $1 AND ended_at IS NOT NULL ORDER BY id',
        [dataset],
      )
    ).map(({ state }) => state);
  /** The states of a download and of those that follow it, once `count` have ended. */
  const fetched = async (count: number, more: { accept?: string } = {}) => {
    const before = (await ended()).length;
    await importer.ask('datasets.import', { dataset, actor: 'prueba', ...more });
    await waitUntil(async () => (await ended()).length >= before + count, { what: `${count} downloads have ended` });
    return (await ended()).slice(before);
  };
  const isLate = async () => (await importer.ask('datasets.list', {})).datasets.find((one) => one.dataset === dataset)!.isLate;
  const inForce = async () =>
    (await importer.database.query<{ name: string }>('SELECT name FROM registry.current_sanctioned')).map(({ name }) => name.split(' ')[0]);
  const rollBack = () => importer.ask('datasets.rollback', { dataset, actor: 'prueba', reason: 'prueba' });

  it('is fresh with a file given by hand when no publication is refused or withdrawn', async () => {
    const file = importer.file('sancionados.csv', registerOf('OTRO'));
    await importer.bringIn(dataset, file, { dryRun: true });
    expect(await isLate()).toBe(true);
    expect(await importer.bringIn(dataset, file)).toMatchObject({ state: 'current' });
    expect([await inForce(), await isLate()]).toEqual([['OTRO'], false]);
  });

  it('is late while its publication is refused', async () => {
    publish('FECHA_CORTE|RUC|OTRA COLUMNA\n20261101|20991000012|X\n');
    expect(await fetched(2)).toEqual(['refused', 'unchanged']);
    expect(await fetched(1)).toEqual(['unchanged']);
    expect([await inForce(), await isLate()]).toEqual([['DOS'], true]);
    const file = importer.file('sancionados.csv', registerOf(`DOS ${publications - 3}`));
    for (const dryRun of [true, false]) {
      expect(await importer.bringIn(dataset, file, { dryRun })).toMatchObject({ state: 'unchanged' });
      expect(await isLate()).toBe(true);
    }
    const other = importer.file('sancionados.csv', registerOf('OTRO'));
    expect(await importer.bringIn(dataset, other)).toMatchObject({ state: 'current' });
    expect([await inForce(), await isLate()]).toEqual([['OTRO'], true]);
    publish(registerOf('TRES'));
    expect(await fetched(2)).toEqual(['current', 'unchanged']);
    expect([await inForce(), await isLate()]).toEqual([['TRES'], false]);
  });

  it('is late while its publication is withdrawn, until an operator accepts it', async () => {
    await rollBack();
    expect(await fetched(1)).toEqual(['unchanged']);
    expect([await inForce(), await isLate()]).toEqual([['UNO'], true]);
    expect(await fetched(2, { accept: 'prueba' })).toEqual(['current', 'unchanged']);
    expect([await inForce(), await isLate()]).toEqual([['DOS'], false]);
  });

  it('returns to a withdrawn publication once downloads are resumed', async () => {
    await rollBack();
    await importer.ask('datasets.resume', { dataset, actor: 'prueba' });
    expect(await fetched(1)).toEqual(['current']);
    expect([await inForce(), await isLate()]).toEqual([['DOS'], false]);
    expect(await fetched(1)).toEqual(['unchanged']);
  });

  it('returns to its publication after it was retired, although that was tried before', async () => {
    await importer.ask('datasets.retire', { dataset, actor: 'prueba', reason: 'prueba' });
    expect([await inForce(), await isLate()]).toEqual([[], false]);
    expect(await fetched(1)).toEqual(['current']);
    expect([await inForce(), await isLate()]).toEqual([['DOS'], false]);
  });

  it('is fresh when its publisher goes back to the earlier publication too', async () => {
    const before = registerOf(`UNO ${publications - 2}`);
    await rollBack();
    publish(before);
    expect(await fetched(2)).toEqual(['unchanged', 'unchanged']);
    expect([await inForce(), await isLate()]).toEqual([['UNO'], false]);
  });
});
