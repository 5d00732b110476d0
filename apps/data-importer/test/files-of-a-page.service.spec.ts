import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DatasetVersion } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { zipOf } from './fixtures/stored-zip.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const fixture = (path: string) => readFileSync(new URL(`fixtures/${path}`, import.meta.url));
const week = fixture('importaciones/ma31060926.dbf');
const otherWeek = withOtherAmounts(week);
const sanctions = fixture('oece_sancionados/sancionados.csv');

describe('files that a page names', () => {
  let importer: RunningImporter;
  let publisher: Server;
  let files: Map<string, Buffer>;
  /** Whether the publisher sends ETags and answers 304. */
  let tells: boolean;
  let asked: string[];
  /** What happens before the next answer to a request for a file. */
  let meanwhile: Map<string, () => Promise<unknown>>;

  beforeAll(async () => {
    publisher = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      const work = meanwhile.get(url);
      meanwhile.delete(url);
      const answer = () => {
        const content = files.get(url);
        if (!content) return response.writeHead(404).end();
        const tag = `"${content.length}-${content.at(-20)}"`;
        if (url.startsWith('/wiki/download')) return response.writeHead(302, { location: `/media${url}` }).end();
        if (tells && headers['if-none-match'] === tag) return response.writeHead(304, { etag: tag }).end();
        return response.writeHead(200, { ...(tells && { etag: tag }) }).end(content);
      };
      void Promise.resolve(work?.()).then(answer);
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const at = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
    importer = await startImporter({
      VIGIA_DATA_ADDRESSES: JSON.stringify({ importaciones: `${at}/informae/page.htm`, oece_sancionados: `${at}/wiki/rest/attachment` }),
    });
  });

  beforeEach(async () => {
    await waitUntil(async () => (await versions('importaciones')).every(({ open }) => !open), { what: 'the imports before have ended' });
    asked = [];
    meanwhile = new Map();
    tells = true;
  });

  afterAll(async () => {
    await importer?.stop();
    publisher.closeAllConnections();
    publisher.close();
  });

  const publish = (weeks: Record<string, Buffer>) => {
    const page = Object.keys(weeks).map((name) => `<a href="..\\informae\\informae\\${name}.zip">${name}</a>`);
    files = new Map([['/informae/page.htm', Buffer.from(page.join('\n'))]]);
    for (const [name, content] of Object.entries(weeks)) files.set(`/informae/${name}.zip`, zipOf({ name: `${name}.dbf`, content }));
  };
  const versions = (dataset: string) =>
    importer.database.query<{ address: string | null; state: string; part: string; open: boolean }>(
      `SELECT regexp_replace(address, '^.*/', '') AS address, state, part, ended_at IS NULL AS open FROM registry.version WHERE dataset = $1 ORDER BY id`,
      [dataset],
    );
  const fetched = async (dataset: string, more: { accept?: string; dryRun?: boolean } = {}): Promise<DatasetVersion> => {
    const { version } = await importer.ask('datasets.import', { dataset, actor: 'prueba', ...more });
    return importer.untilEnded(version.version);
  };
  const freshAt = async () => (await importer.ask('datasets.list', {})).datasets.find((one) => one.dataset === 'importaciones')!.freshAt;
  /** The states of the imports after the first `after`, once `count` of them have ended. */
  const states = async (after: number, count: number) => {
    const rest = async () => (await versions('importaciones')).slice(after);
    await waitUntil(async () => (await rest()).filter(({ open }) => !open).length >= count, { what: `${count} more imports have ended` });
    return (await rest()).map(({ address, state }) => [address, state]);
  };

  it('are imported one after the other, oldest first, until all have been tried', async () => {
    publish({ ma31060926: week, ma24300826: otherWeek });
    expect(await fetched('importaciones')).toMatchObject({ state: 'current' });
    expect(await states(0, 3)).toEqual([
      ['ma24300826.zip', 'current'],
      ['ma31060926.zip', 'current'],
      [null, 'unchanged'],
    ]);
    expect((await versions('importaciones')).map(({ part }) => part)).toEqual(['2026-08-24', '2026-08-31', '']);
    expect(readdirSync(join(importer.folder, 'downloads', 'importaciones'))).toEqual([]);
  });

  it('are requested with their ETags the next time, and the new one is imported', async () => {
    publish({ ma24300826: otherWeek, ma31060926: week, ma07130926: week });
    const before = (await versions('importaciones')).length;
    await fetched('importaciones');
    expect(await states(before, 2)).toEqual([
      ['ma07130926.zip', 'current'],
      [null, 'unchanged'],
    ]);
    expect(asked).toEqual([
      '/informae/page.htm',
      '/informae/ma07130926.zip',
      '/informae/page.htm',
      ...['ma24300826', 'ma31060926', 'ma07130926'].map((name) => `/informae/${name}.zip`),
    ]);
  });

  it('are recognized by their bytes when the publisher sends no ETags', async () => {
    publish({ ma24300826: otherWeek, ma31060926: week, ma07130926: week });
    tells = false;
    const before = (await versions('importaciones')).length;
    await fetched('importaciones');
    expect(await states(before, 1)).toEqual([[null, 'unchanged']]);
  });

  it('are imported again when they have changed', async () => {
    publish({ ma24300826: otherWeek, ma31060926: otherWeek, ma07130926: week });
    tells = false;
    const [before, freshBefore] = [(await versions('importaciones')).length, await freshAt()];
    expect(await fetched('importaciones')).toMatchObject({ state: 'current', changed: expect.any(Number) });
    expect(await states(before, 1)).toEqual([['ma31060926.zip', 'current']]);
    // The import has not asked for the file after it.
    expect(await freshAt()).toBe(freshBefore);
  });

  /** As if every file had been tried the day before yesterday. */
  const passTwoDays = () =>
    importer.database.query(`UPDATE registry.version SET ended_at = ended_at - interval '2 days' WHERE dataset = 'importaciones'`);

  it('are all imported again when several have changed, and only then is the data set fresh', async () => {
    await passTwoDays();
    publish({ ma24300826: week, ma31060926: week, ma07130926: week });
    tells = false;
    const [before, freshBefore] = [(await versions('importaciones')).length, await freshAt()];
    let freshBetween: unknown;
    meanwhile.set('/informae/ma31060926.zip', async () => (freshBetween = await freshAt()));
    await fetched('importaciones');
    expect(await states(before, 3)).toEqual([
      ['ma24300826.zip', 'current'],
      ['ma31060926.zip', 'current'],
      [null, 'unchanged'],
    ]);
    expect(freshBetween).toBe(freshBefore);
    expect(await freshAt()).not.toBe(freshBefore);
  });

  it('are each imported once a day when their server sends other bytes each time', async () => {
    await passTwoDays();
    publish({ ma24300826: week, ma31060926: week, ma07130926: week });
    const name = 'ma07130926';
    let isCompressed = false;
    const changing = () => zipOf({ name: `${name}.dbf`, content: week, isCompressed: (isCompressed = !isCompressed) });
    const published = files;
    files = Object.assign(new Map(published), {
      get: (url: string) => (url === `/informae/${name}.zip` ? changing() : published.get(url)),
    });
    tells = false;
    const [before, freshBefore] = [(await versions('importaciones')).length, await freshAt()];
    await fetched('importaciones');
    expect(await states(before, 2)).toEqual([
      [`${name}.zip`, 'unchanged'],
      [`${name}.zip`, 'unchanged'],
    ]);
    expect(await freshAt()).not.toBe(freshBefore);
  });

  it('are imported although one of them is refused, and the refused one is retried when accepted', async () => {
    const [before, freshBefore] = [(await versions('importaciones')).length, await freshAt()];
    publish({ ma07130926: week, ma14200926: Buffer.from('no table'), ma21270926: week });
    await fetched('importaciones');
    expect(await states(before, 3)).toEqual([
      ['ma14200926.zip', 'refused'],
      ['ma21270926.zip', 'current'],
      [null, 'unchanged'],
    ]);
    // A published file is not in force, so the data set is no fresher.
    expect(await freshAt()).toBe(freshBefore);
    const again = (await versions('importaciones')).length;
    await fetched('importaciones', { accept: 'prueba' });
    expect(await states(again, 2)).toEqual([
      ['ma14200926.zip', 'refused'],
      [null, 'unchanged'],
    ]);
  });

  describe('when an operator accepts', () => {
    afterAll(() => importer.ask('datasets.resume', { dataset: 'importaciones', actor: 'prueba' }));

    /** Afterwards the other files are checked. */
    const accepted = async () => {
      const before = (await versions('importaciones')).length;
      const { acceptReason } = await fetched('importaciones', { accept: 'prueba' });
      const [first, ...others] = await states(before, 2);
      expect(others).toEqual([[null, 'unchanged']]);
      return [acceptReason, first];
    };

    it('the one that was refused last is taken, and a withdrawn one only when none is refused', async () => {
      tells = false;
      for (const content of [week, otherWeek]) {
        publish({ ma06120726: content });
        await fetched('importaciones');
      }
      await importer.ask('datasets.rollback', { dataset: 'importaciones', part: '2026-07-06', actor: 'prueba', reason: 'prueba' });
      publish({ ma06120726: otherWeek, ma13190726: datedAhead(week), ma20260726: datedAhead(otherWeek) });
      const before = (await versions('importaciones')).length;
      await fetched('importaciones');
      expect(await states(before, 3)).toEqual([
        ['ma13190726.zip', 'refused'],
        ['ma20260726.zip', 'refused'],
        [null, 'unchanged'],
      ]);
      expect(await accepted()).toEqual(['prueba', ['ma20260726.zip', 'current']]);
      expect(await accepted()).toEqual(['prueba', ['ma13190726.zip', 'current']]);
      expect(await accepted()).toEqual(['prueba', ['ma06120726.zip', 'current']]);
    });

    it('nothing is accepted of other bytes that the publisher has put in the place of the refused ones', async () => {
      publish({ ma04100526: datedAhead(week) });
      const before = (await versions('importaciones')).length;
      await fetched('importaciones');
      expect(await states(before, 2)).toEqual([
        ['ma04100526.zip', 'refused'],
        [null, 'unchanged'],
      ]);
      publish({ ma04100526: datedAhead(otherWeek) });
      const other = await fetched('importaciones', { accept: 'prueba' });
      expect(other).toMatchObject({ state: 'refused', acceptReason: null });
      expect(await accepted()).toEqual(['prueba', ['ma04100526.zip', 'current']]);
    });

    it('nothing is accepted of a file that was never tried', async () => {
      publish({ ma27020826: datedAhead(week) });
      expect(await accepted()).toEqual([null, ['ma27020826.zip', 'refused']]);
      expect(await accepted()).toEqual(['prueba', ['ma27020826.zip', 'current']]);
    });
  });

  it('are imported although one of them cannot be downloaded, which is recorded as failed', async () => {
    publish({ ma07130926: week, ma28041026: week, ma05111026: week });
    files.delete('/informae/ma28041026.zip');
    await importer.database.query(`UPDATE registry.dataset SET fresh_at = NULL WHERE name = 'importaciones'`);
    const before = (await versions('importaciones')).length;
    await fetched('importaciones');
    expect(await states(before, 2)).toEqual([
      ['ma05111026.zip', 'current'],
      [null, 'failed'],
    ]);
    // A data set that was never fresh would never be late.
    expect(await freshAt()).not.toBeNull();
  });

  it('are imported to the end although a dry run is requested meanwhile', async () => {
    publish({ ma12181026: week, ma19251026: otherWeek });
    const before = (await versions('importaciones')).length;
    meanwhile.set('/informae/ma12181026.zip', () =>
      importer.ask('datasets.import', { dataset: 'importaciones', actor: 'quien mira', dryRun: true }),
    );
    await fetched('importaciones');
    expect(await states(before, 3)).toEqual([
      ['ma12181026.zip', 'current'],
      ['ma19251026.zip', 'current'],
      [null, 'unchanged'],
    ]);
  });

  it.each([
    ['a dry run', 'ma02081126', 'ma09151126', {}],
    ['an import that failed late', 'ma16221126', 'ma23291126', { dry_run: false, state: 'failed' }],
  ])('are all imported after %s of the first one', async (_, first, second, became) => {
    publish({ [first]: week, [second]: otherWeek });
    const { version, state } = await fetched('importaciones', { dryRun: true });
    expect(state).toBe('checked');
    await importer.database.query(
      `UPDATE registry.version SET dry_run = became.dry_run, state = became.state
       FROM jsonb_to_record($2) AS became (dry_run bool, state text) WHERE id = $1`,
      [version, { dry_run: true, state, ...became }],
    );
    const before = (await versions('importaciones')).length;
    await fetched('importaciones');
    expect(await states(before, 3)).toEqual([
      [`${first}.zip`, 'current'],
      [`${second}.zip`, 'current'],
      [null, 'unchanged'],
    ]);
  });

  it('are all read again after a change of the parser, one after the other', async () => {
    publish({ ma07130926: week, ma05111026: week });
    await importer.database.query(`UPDATE registry.version SET parser = 1 WHERE dataset = 'importaciones'`);
    const before = (await versions('importaciones')).length;
    await fetched('importaciones');
    expect(await states(before, 3)).toEqual([
      ['ma07130926.zip', 'unchanged'],
      ['ma05111026.zip', 'unchanged'],
      [null, 'unchanged'],
    ]);
  });

  it('fail when their page names no file or is missing', async () => {
    publish({});
    expect(await fetched('importaciones')).toMatchObject({ state: 'failed', failure: 'no file of importaciones is named on its page' });
    files.clear();
    expect(await fetched('importaciones')).toMatchObject({ state: 'failed', failure: expect.stringContaining('answered 404') });
  });

  it('are found by their title among the attachments of a wiki page, behind a redirect', async () => {
    const path = '/download/attachments/106889269/sancionados.csv?version=7';
    files = new Map([
      ['/wiki/rest/attachment', Buffer.from(JSON.stringify({ results: [{ title: 'sancionados.csv', _links: { download: path } }] }))],
      [`/wiki${path}`, Buffer.alloc(0)],
      [`/media/wiki${path}`, sanctions],
    ]);
    expect(await fetched('oece_sancionados')).toMatchObject({ state: 'current', publishedOn: '2026-09-30', publishedBy: 'file' });
    expect(await fetched('oece_sancionados')).toMatchObject({ state: 'unchanged' });
  });
});

/** The same declarations, with each amount some thousandths higher. */
function withOtherAmounts(table: Buffer): Buffer {
  const [header, record] = [table.readUInt16LE(8), table.readUInt16LE(10)];
  let end = 1;
  for (let column = 32; ; column += 32) {
    end += table[column + 16]!;
    if (table.toString('latin1', column, column + 10) === 'FOB_DOLPOL') break;
  }
  const changed = Buffer.from(table);
  for (let at = header + end - 1; at < table.length; at += record) changed.write(table[at] === 0x37 ? '8' : '7', at, 'latin1');
  return changed;
}

/** The same table, dated ten years later, which a check refuses. */
function datedAhead(table: Buffer): Buffer {
  const changed = Buffer.from(table);
  changed[1] = table[1]! + 10;
  return changed;
}
